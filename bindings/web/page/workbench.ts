// The workbench: edits a definition on its board: pieces of the start position, holes, walls, zones and size.
// Each change edits the text, and the board follows the text.

import type { Client } from "./client";
import { byId, h, s } from "./dom";
import type { Game } from "./game";
import { t } from "./language";
import { pieceButtons, press } from "./palette";
import { pieceStyle } from "./settings";
import type { BoardPicture, Theme, View } from "./types";

export interface Around {
  theme(): Theme;
  /** The current definition. */
  definition(): { text: string; variant?: string };
  /** Writes a changed definition; the board follows. */
  write(text: string): Promise<unknown>;
  undo(back: boolean): void;
  /** The workbench was closed by a key. */
  closed(): void;
}

/** A zone of the definition. */
interface Zone {
  keys: string[];
  piece: string;
  /** A key of `MEANINGS`. */
  words: string;
  squares: number[];
}

/** The library's answer about a definition on the workbench. Its holes are squares of the picture. */
interface Bench {
  board: BoardPicture;
  pieces: [number, string][];
  walls: number[];
  holes: number[];
  zones: Zone[];
}

/** The object that a click puts on the board. */
type Tool = { puts: "piece"; kind: string | null } | { puts: "hole" | "wall" } | { puts: "zone"; keys: string };

const EDGES = ["left", "right", "top", "bottom"] as const;
type Edge = (typeof EDGES)[number];

const ADD: Record<Edge, string> = /* translated */ {
  left: "Add a file at the left",
  right: "Add a file at the right",
  top: "Add a rank at the top",
  bottom: "Add a rank at the bottom",
};
const REMOVE: Record<Edge, string> = /* translated */ {
  left: "Remove the file at the left",
  right: "Remove the file at the right",
  top: "Remove a rank at the top",
  bottom: "Remove a rank at the bottom",
};
const NAMES: Record<Edge, string> = /* translated */ { left: "Left", right: "Right", top: "Top", bottom: "Bottom" };
const OPPOSITE: Record<Edge, Edge> = { left: "right", right: "left", top: "bottom", bottom: "top" };

/** The meanings of zones by the words of the library. */
const MEANINGS: Record<string, string> = /* translated */ {
  promotes: "promotes here",
  stays: "may stay unpromoted here",
  to: "can move here",
  from: "can move from here",
  initial: "makes its first moves from here",
  rule: "in the rules",
};

export class Workbench {
  private bench: Bench | undefined;
  private tool: Tool = { puts: "piece", kind: null };
  private handles = s("g", { class: "edges", "aria-hidden": "true" });
  /** Resolves with the last change. */
  private last: Promise<unknown> = Promise.resolve();
  isOpen = false;

  constructor(
    private readonly client: Client,
    private readonly game: Game,
    private readonly around: Around,
  ) {}

  /** Shows the start position instead of the game. `kind` is the selected piece. */
  async open(kind: string | null = null): Promise<void> {
    this.isOpen = true;
    this.tool = { puts: "piece", kind };
    this.game.instead = {
      click: (square) => this.put([square]),
      move: (from, to) => from !== to && this.change({ change: "move", from, to }),
      undo: () => this.around.undo(true),
      key: (event) => this.key(event),
      hasBoard: true,
      redraw: () => void this.renew().catch((error) => this.game.complain(error)),
      end: () => this.around.closed(),
    };
    try {
      await this.renew();
    } catch (error) {
      byId("panel-board").replaceChildren(h("p", {}, (error as Error).message));
      throw error;
    }
    this.game.say(t("Click, drag or paint: the text follows, and the board follows the text."));
  }

  /** Shows the game again. */
  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.game.instead = undefined;
    Object.assign(this.game.board, { free: false, paint: undefined });
    await this.game.redraw();
    if (this.game.view) this.game.take(this.game.view);
  }

  /** Shows the current definition. */
  async renew(): Promise<void> {
    const asked = { op: "bench", ...this.around.definition(), theme: this.around.theme(), below: this.game.below, pieces: pieceStyle() };
    const bench = await this.client.ask<Bench>(asked, 10_000);
    if (!this.isOpen) return;
    this.bench = bench;
    this.game.board.set(bench.board);
    this.game.board.svg.append(this.handles);
    this.show();
    this.panel();
  }

  private get zone(): Zone | undefined {
    const { tool } = this;
    return tool.puts === "zone" ? this.bench?.zones.find((one) => one.keys.join(".") === tool.keys) : undefined;
  }

  private show(): void {
    const { bench } = this;
    if (!bench) return;
    const input = { origin: null, legs: [], target: null, answers: [], squares: [], hand: [], canPass: false, question: null, moves: 0 };
    const view: View = {
      fen: "", turn: "white", hands: [[], []], check: [], last: [], line: { nodes: [], current: -1 }, moves: [], start: null, over: null,
      pieces: bench.pieces, walls: bench.walls, holes: bench.holes, zone: this.zone?.squares, input,
    };
    const { board } = this.game;
    board.free = this.tool.puts === "piece";
    board.paint = board.free ? undefined : (squares) => this.put(squares);
    board.show(view);
    this.showHandles(bench.board);
  }

  /** Requests a change of the definition and writes its result, after earlier changes. */
  private change(change: object): void {
    this.last = this.last.then(async () => {
      try {
        const said = await this.client.ask<{ text: string }>({ op: "change", ...this.around.definition(), change }, 10_000);
        await this.around.write(said.text);
        this.game.say(t("The definition was changed. Undo takes that back."));
      } catch (error) {
        this.game.complain(error);
      }
    });
  }

  /** Puts the selected object on squares; painted squares become like the first of them. */
  private put(squares: number[]): void {
    const { bench, tool } = this;
    const [first] = squares;
    if (!bench || first === undefined) return;
    if (tool.puts === "piece") return this.change({ change: "put", square: first, kind: tool.kind });
    const has = { hole: bench.holes, wall: bench.walls, zone: this.zone?.squares ?? [] }[tool.puts];
    const on = !has.includes(first);
    const all = squares.filter((square) => has.includes(square) !== on);
    if (tool.puts === "zone") this.change({ change: "zone", keys: this.zone?.keys ?? [], squares: all, on });
    else this.change({ change: tool.puts === "hole" ? "holes" : "walls", squares: all, on });
  }

  private resize(edge: Edge, number: number): void {
    if (number !== 0) this.change({ change: "size", [edge]: number });
  }

  private key(event: KeyboardEvent): boolean {
    if (!(event.ctrlKey || event.metaKey)) return false;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return false;
    event.preventDefault();
    this.around.undo(key === "z" && !event.shiftKey);
    return true;
  }

  private panel(): void {
    const bench = this.bench!;
    const box = byId("panel-board");
    const focused = box.contains(document.activeElement) ? document.activeElement!.id || document.activeElement!.getAttribute("data-kind") : null;
    const tools: HTMLElement[] = [];
    const choose = (tool: Tool, button: HTMLElement) => {
      this.tool = tool;
      press(button, tools);
      this.show();
    };
    const button = (id: string, words: string, tool: Tool) => {
      const one = h("button", { id, class: "plain", "aria-pressed": "false" }, words);
      one.addEventListener("click", () => choose(tool, one));
      return one;
    };
    const pieces = pieceButtons(this.game.picture, (kind, one) => choose({ puts: "piece", kind }, one));
    const remove = button("tool-remove", t("Take away"), { puts: "piece", kind: null });
    const hole = button("tool-hole", t("Hole"), { puts: "hole" });
    const wall = button("tool-wall", t("Wall"), { puts: "wall" });
    const zones = h("select", { id: "tool-zones" }, ...bench.zones.map((zone) =>
      h("option", { value: zone.keys.join(".") }, `${zone.piece} ${t(MEANINGS[zone.words]!)}`)));
    if (this.tool.puts === "zone") zones.value = this.tool.keys;
    const zone = h("button", { id: "tool-zone", class: "plain", "aria-pressed": "false", disabled: bench.zones.length === 0 }, t("Zone"));
    zone.addEventListener("click", () => choose({ puts: "zone", keys: zones.value }, zone));
    zones.addEventListener("change", () => choose({ puts: "zone", keys: zones.value }, zone));
    tools.push(...pieces, remove, hole, wall, zone);
    const chosen = {
      piece: () => (this.tool.puts === "piece" && this.tool.kind !== null ? pieces.find((one) => one.dataset.kind === (this.tool as { kind: string }).kind) : remove) ?? remove,
      hole: () => hole,
      wall: () => wall,
      zone: () => zone,
    }[this.tool.puts]();
    press(chosen, tools);
    const step = (edge: Edge, number: 1 | -1) => {
      const words = t((number > 0 ? ADD : REMOVE)[edge]);
      const one = h("button", { class: "plain", id: `edge-${edge}-${number > 0 ? "more" : "less"}`, "aria-label": words, title: words }, number > 0 ? "+" : "−");
      one.addEventListener("click", () => this.resize(edge, number));
      return one;
    };
    const undo = h("button", { class: "plain", id: "bench-undo" }, t("Undo"));
    undo.addEventListener("click", () => this.around.undo(true));
    const redo = h("button", { class: "plain", id: "bench-redo" }, t("Redo"));
    redo.addEventListener("click", () => this.around.undo(false));
    const { files, ranks } = bench.board;
    box.replaceChildren(
      h("p", {}, t("This is the start position. Choose what a click puts; pieces can also be dragged, and holes, walls and zones painted with the pointer down.")),
      h("div", { class: "hand", role: "group", "aria-label": t("Pieces") }, ...pieces, remove),
      h("div", { class: "bar", role: "group", "aria-label": t("Squares") }, hole, wall, zone, h("label", {}, h("span", { class: "hidden-label" }, t("Zone")), zones)),
      h("p", { class: "remark" }, t("Zones are White's; Black's are their mirror image.")),
      h("h2", {}, t("Size: {files} × {ranks}", { files, ranks })),
      h("div", { class: "sizes", role: "group", "aria-label": t("Size") }, ...EDGES.map((edge) => h("div", { class: "bar" }, h("span", {}, t(NAMES[edge])), step(edge, -1), step(edge, 1)))),
      h("p", { class: "remark" }, t("Edges can also be dragged on the board. New ranks come where ranks are empty, so that the pieces stay at their edge.")),
      h("div", { class: "bar" }, undo, redo),
    );
    if (focused) box.querySelector<HTMLElement>(`#${CSS.escape(focused)}, [data-kind="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Handles at the edges of a board of rows and columns. Buttons do the same for all boards and for the keyboard. */
  private showHandles(picture: BoardPicture): void {
    const isGrid = picture.cells === "squares" || picture.cells === "intersections";
    if (!isGrid) return this.handles.replaceChildren();
    const { side } = picture;
    const [xs, ys] = [picture.squares.map((one) => one.x), picture.squares.map((one) => one.y)];
    const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs) + side, Math.max(...ys) + side];
    const box = { left, right, top, bottom };
    const outline = s("rect", { class: "edge-outline", visibility: "hidden" });
    const count = s("text", { class: "edge-count", visibility: "hidden" });
    const handles = EDGES.map((edge) => {
      const isSide = edge === "left" || edge === "right";
      const [x, y] = [isSide ? box[edge] : (left + right) / 2, isSide ? (top + bottom) / 2 : box[edge]];
      const [width, height] = isSide ? [10, side * 1.5] : [side * 1.5, 10];
      const handle = s("rect", { class: `edge-handle ${isSide ? "side" : "flat"}`, x: x - width / 2, y: y - height / 2, width, height, rx: 5, "data-edge": edge });
      let from: { x: number; y: number; moved: number } | undefined;
      const end = () => {
        from = undefined;
        for (const one of [outline, count]) one.setAttribute("visibility", "hidden");
      };
      handle.addEventListener("pointerdown", (event) => {
        event.stopPropagation();
        handle.setPointerCapture(event.pointerId);
        from = { x: event.clientX, y: event.clientY, moved: 0 };
      });
      handle.addEventListener("pointermove", (event) => {
        event.stopPropagation();
        const scale = this.game.board.svg.getScreenCTM()?.a;
        if (!from || !scale) return;
        const far = isSide ? event.clientX - from.x : event.clientY - from.y;
        const outwards = edge === "right" || edge === "bottom" ? far : -far;
        const number = (isSide ? picture.files : picture.ranks) + Math.round(outwards / scale / side);
        from.moved = Math.min(Math.max(number, 1), 36) - (isSide ? picture.files : picture.ranks);
        const grown = { ...box, [edge]: box[edge] + (edge === "right" || edge === "bottom" ? 1 : -1) * from.moved * side };
        const place = { x: grown.left, y: grown.top, width: grown.right - grown.left, height: grown.bottom - grown.top, visibility: "visible" };
        for (const [name, value] of Object.entries(place)) outline.setAttribute(name, String(value));
        const size = isSide ? [picture.files + from.moved, picture.ranks] : [picture.files, picture.ranks + from.moved];
        count.textContent = size.join(" × ");
        for (const [name, value] of Object.entries({ x: (left + right) / 2, y: (top + bottom) / 2, visibility: "visible" })) count.setAttribute(name, String(value));
      });
      handle.addEventListener("pointerup", (event) => {
        event.stopPropagation();
        const moved = from?.moved ?? 0;
        end();
        // From Black's side the board is turned.
        this.resize(picture.below === "white" ? edge : OPPOSITE[edge], moved);
      });
      handle.addEventListener("pointercancel", end);
      return handle;
    });
    this.handles.replaceChildren(outline, ...handles, count);
  }
}
