# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""A bar chart of the best peer's time over ours, per kernel: above 1, ours is faster.

usage: plot.py TABLE.json CHART.html|CHART.svg
TABLE.json is join.py's. HTML takes plotly.js from its public address; SVG needs kaleido installed.
A kernel without a ratio keeps its place on the axis, without a bar.
"""

import json
import pathlib
import sys

import plotly.graph_objects as go


def chart(table):
    names = [row["kernel_name"] for row in table["kernels"]]
    figure = go.Figure()
    # One trace a peer, so that the legend says who was the best; a bar starts at 1, where both are
    # equally fast.
    for peer in table["peers"]:
        rows = [row for row in table["kernels"]
                if row["best_peer"] == peer and row["best_peer_over_ours"] is not None]
        figure.add_bar(
            name=f"best peer: {peer}", x=[row["kernel_name"] for row in rows],
            y=[row["best_peer_over_ours"] - 1 for row in rows], base=1,
            customdata=[[row["best_peer_over_ours"], 1e6 * row["ours_seconds"],
                         1e6 * row["best_peer_seconds"]] for row in rows],
            hovertemplate="%{x}: %{customdata[0]:.2f}<br>ours %{customdata[1]:.2f} us, "
                          "peer %{customdata[2]:.2f} us<extra></extra>")
    figure.add_hline(y=1, line_width=1)
    figure.update_layout(
        title=f"Best peer / ours: {table['device_name']}, {table['size']} shapes, "
              f"{table['dtype']}, {table['time']}",
        barmode="overlay", template="plotly_white", width=1400, height=600,
        yaxis={"title": "time of the best peer / ours", "type": "log"},
        xaxis={"categoryorder": "array", "categoryarray": names, "tickangle": -60,
               "range": [-0.5, len(names) - 0.5], "tickmode": "array", "tickvals": names})
    return figure


def main():
    if len(sys.argv) != 3 or pathlib.Path(sys.argv[2]).suffix not in (".html", ".svg"):
        print(__doc__, file=sys.stderr)
        return 2
    figure = chart(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
    if sys.argv[2].endswith(".html"):
        figure.write_html(sys.argv[2], include_plotlyjs="cdn")
    else:
        figure.write_image(sys.argv[2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
