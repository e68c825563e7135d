/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The configuration that the engine is compiled with in user space.
 */
#define CONFIG_KPROBES_BOOST	1
#define CONFIG_KUNIT		1
#define CONFIG_SMP		1
