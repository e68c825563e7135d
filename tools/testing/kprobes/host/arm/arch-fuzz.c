// SPDX-License-Identifier: GPL-2.0
/*
 * ARM's part of fuzz.c, for both instruction sets.
 */

#include "boost.h"
#include "decode.h"
#include "fuzz.h"

#define THUMB		IS_ENABLED(CONFIG_THUMB2_KERNEL)
#define ORIG		0xc0100000
#define SAVE		(0xc0200000 | THUMB)
#define SPARE		4

/* Does an instruction stand there, and nothing but a jump and poison behind it? */
static bool is_written(const u32 *buf, unsigned int words, unsigned int head,
		       u32 insn, u32 target)
{
	unsigned int len = kprobe_insn_size(insn);
	const u8 *at = (const u8 *)buf + head;
	u16 halves[2];
	u32 jump;

	memcpy(halves, at, sizeof(halves));
	if (!THUMB && buf[0] != insn)
		return false;
	if (THUMB && (halves[0] != (len == 4 ? insn >> 16 : (u16)insn) ||
		      (len == 4 && halves[1] != (u16)insn)))
		return false;
	memcpy(&jump, at + len, sizeof(jump));
	/* ldr.w pc, [pc, #imm]; ldr pc, [pc, #imm] */
	if (THUMB ? (jump & 0xf000ffff) != 0xf000f8df :
		    (jump & 0xff7ff000) != 0xe51ff000)
		return false;
	return buf[words - 1] == target &&
	       untouched(buf + words, SPARE * sizeof(*buf));
}

static void fuzz_slot(u32 insn, const struct arch_kprobe_boost *a, int modes)
{
	u32 buf[KPROBE_INSN_SLOT_SIZE + SPARE];

	if (modes & BIT(KPROBE_MODE_BOOSTED)) {
		memset(buf, SENTINEL, sizeof(buf));
		kprobe_slot_write_boosted(buf, insn, ORIG);
		MUST(is_written(buf, KPROBE_SLOT_BOOSTED_WORDS, 0, insn,
				(ORIG + kprobe_insn_size(insn)) | THUMB));
	}
	if (modes & BIT(KPROBE_MODE_TRAMPOLINED)) {
		memset(buf, SENTINEL, sizeof(buf));
		kprobe_slot_write_trampolined(buf, a->copy, SAVE);
		MUST(is_written(buf, KPROBE_SLOT_TRAMPOLINE_WORDS,
				KPROBE_SLOT_TRAMPOLINE_HEAD, a->copy, SAVE));
	}
}

void arch_fuzz(const u8 *code, size_t size)
{
	struct arch_kprobe_boost a, b;
	int modes, row;
	u16 half;
	u32 insn;

	/* The last instruction of the page, of 32 bits or of 16 */
	if (size < sizeof(half))
		return;
	memcpy(&half, code + size - sizeof(half), sizeof(half));
	if (size >= sizeof(insn))
		code += size - sizeof(insn);
	else if (THUMB && !is_wide_instruction(half))
		code += size - sizeof(half);
	else
		return;
	insn = kprobe_code(code);
	MUST(insn == kprobe_code(code));
	MUST(kprobe_insn_size(insn) <= sizeof(insn));

	memset(&a, 0, sizeof(a));
	memset(&b, 0xff, sizeof(b));
	modes = kprobe_decode(insn, &a);
	MUST(modes == kprobe_decode(insn, &b) && !memcmp(&a, &b, sizeof(a)));
	MUST(modes == -EOPNOTSUPP ||
	     (modes >= 0 && modes < 1 << KPROBE_NR_MODES));
	row = kprobe_decode_row(code);
	MUST(row >= -ENOENT);
	if (row < 0)
		MUST(!modes);
	MUST(!kprobe_is_exclusive_load(insn) || !kprobe_is_exclusive_store(insn));
	if (kprobe_is_exclusive_load(insn) || kprobe_is_exclusive_store(insn))
		MUST(modes < 0);
	if (modes <= 0)
		return;
	MUST(!(modes & BIT(KPROBE_MODE_SIMULATED)) || a.simulate);
	if (modes & BIT(KPROBE_MODE_TRAMPOLINED)) {
		MUST(a.trampoline);
		MUST(a.sp == KPROBE_NO_REG || a.sp <= 12);
		MUST(a.copy_pc == KPROBE_NO_REG || (a.copy_pc <= 12 && a.copy_pc != a.sp));
	} else {
		MUST(a.sp == KPROBE_NO_REG && a.copy_pc == KPROBE_NO_REG);
	}
	fuzz_slot(insn, &a, modes);
}
