# SPDX-License-Identifier: GPL-2.0
#
# What the user gets to see: tables, pictures, and build/reports/*.json with stable
# keys.  Imported by bench.py and check.py.

import json
import os
import shutil
import subprocess

import matrix


def path(name, ext, arch=matrix.ARCH):
    directory = os.path.join(matrix.BUILD, "reports")
    os.makedirs(directory, exist_ok=True)
    return os.path.join(directory, f"{name}-{matrix.KVER}-{arch}.{ext}")


def write_json(name, data):
    where = path(name, "json")
    with open(where + ".new", "w") as f:
        json.dump(data, f, indent=1)
        f.write("\n")
    os.replace(where + ".new", where)
    return where


def table(head, rows):
    """Print rows under head; a number is set to the right, None is a dash."""
    cells = [[("-" if c is None else f"{c:.2f}" if isinstance(c, float) else
               {True: "yes", False: "no"}[c] if isinstance(c, bool) else str(c)) for c in row]
             for row in rows]
    width = [max(len(r[i]) for r in [head] + cells) for i in range(len(head))]
    right = [any(isinstance(r[i], (int, float)) and not isinstance(r[i], bool) for r in rows)
             for i in range(len(head))]

    def line(row):
        return "  ".join(c.rjust(w) if r else c.ljust(w)
                         for c, w, r in zip(row, width, right)).rstrip()

    print(line(head))
    print("  ".join("-" * w for w in width))
    for row in cells:
        print(line(row))


def lines(name, title, xlabel, series):
    """A line for each of {label: [(x, y)]}, both axes logarithmic, as SVG and PNG."""
    data = "\n\n\n".join("\n".join(f"{x} {y}" for x, y in points) for points in series.values())
    plots = ", ".join(f'$data index {n} with linespoints title "{label}"'
                      for n, label in enumerate(series))
    return draw(name, f"""
set title "{title}" noenhanced
set logscale xy
set xlabel "{xlabel}"
set ylabel "instructions each"
set grid
set key outside right
$data << END
{data}
END
plot {plots}
""")


def picture(name, title, bars):
    """Bars of (label, stock, ours, floor) as SVG and PNG; returns the files."""
    quote = str.maketrans({'"': "'", "\\": "/"})
    data = "\n".join(f'"{label.translate(quote)}" {stock} {ours} {floor}'
                     for label, stock, ours, floor in bars)
    return draw(name, f"""
set title "{title}" noenhanced
set style data histograms
set style histogram clustered gap 1
set style fill solid noborder
set xtics rotate by -45 noenhanced nomirror
set ytics nomirror
set grid ytics
set yrange [0:*]
set ylabel "instructions per hit"
set key outside top center horizontal
$data << END
{data}
END
plot $data using 2:xtic(1) title "stock" linecolor rgb "#9a9a9a", \\
     $data using 3 title "kprobes-boost" linecolor rgb "#1f77b4", \\
     $data using 4 title "floor: the handler steps over the instruction" linecolor rgb "#d4d4d4"
""")


def draw(name, commands):
    """Run gnuplot for an SVG and a PNG; returns the files."""
    if not shutil.which("gnuplot"):
        print("no gnuplot, so no picture")
        return []
    files = []
    for terminal, ext in (("svg size 1200,600 dynamic background 'white' font 'sans,12'", "svg"),
                          ("pngcairo size 1200,600 font 'sans,10'", "png")):
        script = f'set terminal {terminal}\nset output "{path(name, ext)}"\n{commands}'
        done = subprocess.run(["gnuplot"], input=script, text=True, capture_output=True)
        if done.returncode:
            print(f"gnuplot failed: {done.stderr.strip().splitlines()[-1:]}")
        else:
            files.append(path(name, ext))
    return files
