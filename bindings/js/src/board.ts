// The custom element `<ferz-board>`: an interactive board for a game of any definition on any page.

import boardStyles from "../../web/page/board.css";
import { BoardView } from "../../web/page/board";
import { Client, Refused } from "../../web/page/client";
import { h, pictureUrl } from "../../web/page/dom";
import { Engine, level } from "../../web/page/engine";
import { byMarks, choiceList, handButton, placeQuestion } from "../../web/page/table";
import type { BoardPicture, Failure, Opened, PieceRow, Side, View } from "../../web/page/types";
import { sentence, status } from "../../web/page/words";
import styles from "./board.css";
import { evaluationFile, fetched, startWorker } from "./ferz";

/** The time limit for an answer, in milliseconds; slow machines take long to compile large games. */
const PATIENCE = 30_000;
/** The time that the pointer must rest on a piece before its moves are shown, in milliseconds. */
const REST = 250;
/** The margin around the viewport within which the library is loaded. */
const NEAR = "300px";
/** The parts of the board with colors of their own, such as `--ferz-light`. */
const COLORS = ["light", "dark", "frame", "names", "white", "white-line", "black", "black-line", "black-detail"];
const CONTROLS = ["undo", "restart", "flip", "pass", "pieces", "moves"] as const;

let compiled: Promise<WebAssembly.Module> | undefined;
/** Loads the library once for all boards of a page. */
const start = async () => {
  compiled ??= fetched(new URL("./ferz.wasm", import.meta.url));
  compiled.catch(() => (compiled = undefined));
  return { module: await compiled, worker: await startWorker() };
};
const client = new Client(() => PATIENCE, start);
const open = new Set<FerzBoard>();
client.onrestart = () => open.forEach((board) => board.reopen());
let sessions = 0;

const sheet = new CSSStyleSheet();
sheet.replaceSync(boardStyles + styles);

/** A move that was made; the detail of the event `ferz-move`. */
export interface MoveMade {
  /** The move by its squares, such as `e2e4`. */
  move: string;
  san: string;
  fen: string;
  by: "player" | "engine" | "script";
}

/** The end of a game; the detail of the event `ferz-end`. */
export interface GameEnd {
  result: string;
  reason: string;
  winner: Side | null;
}

export class FerzBoard extends HTMLElement {
  static readonly observedAttributes = ["game", "src", "fen", "moves", "side", "theme", "pieces", "level", "controls"];

  private readonly session = ++sessions;
  private readonly root = this.attachShadow({ mode: "open" });
  private readonly view = new BoardView({
    click: (square) => void this.enter("square", { square }),
    lift: (square) => void this.enter("lift", { square }),
    put: (square) => void this.enter("put", { square }),
    over: (square) => this.hover(square),
    other: () => {
      if (!this.shown?.input.origin) return false;
      void this.enter("back");
      return true;
    },
    key: (event) => this.key(event),
  });
  private readonly hands = { top: h("div", { class: "hand", part: "hand" }), bottom: h("div", { class: "hand", part: "hand" }) };
  private readonly question = h("div", { class: "question", part: "question", hidden: true });
  private readonly status = h("p", { part: "status", role: "status", "aria-live": "polite" });
  private readonly bar = h("div", { class: "bar", part: "controls", role: "group", "aria-label": "Game" });
  private readonly list = h("p", { class: "moves", part: "moves", "aria-label": "Moves", role: "group" });
  private readonly legend = h("details", { class: "legend", part: "pieces" }, h("summary", {}, "Pieces"));
  private readonly table = h("div", { class: "table" });
  private readonly still = h("slot", {});
  private observer: IntersectionObserver | undefined;
  /** @internal The definition, if it is neither built in nor at a URL. */
  text: string | undefined;
  private below: Side = "white";
  private picture: BoardPicture | undefined;
  private shown: View | undefined;
  private opening: Promise<void> | undefined;
  /** The number of the latest load request; answers to earlier ones are dropped. */
  private wanted = 0;
  private engine: Engine | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private pieceShown: string | undefined;
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly recolor = () => void this.redraw();

  constructor() {
    super();
    this.root.adoptedStyleSheets = [sheet];
    const box = h("div", { class: "board-box" }, this.view.svg, this.question);
    this.table.append(this.hands.top, box, this.hands.bottom, this.status, this.bar, this.list, this.legend);
    this.table.hidden = true;
    this.root.append(this.still, this.table);
    this.legend.addEventListener("toggle", () => void this.showPieces());
    // The static board before the library is loaded: any interaction starts loading.
    for (const touch of ["pointerenter", "pointerdown", "focusin"]) this.still.addEventListener(touch, () => void this.begin().catch(() => {}));
  }

  connectedCallback(): void {
    this.dark.addEventListener("change", this.recolor);
    const diagram = this.querySelector<HTMLElement>(".idiagram, script[type='text/plain']");
    if (diagram) {
      this.text ??= textOf(diagram);
      diagram.hidden = true;
    }
    const begin = () => void this.begin().catch(() => {});
    const still = [...this.children].find((child) => child !== diagram);
    if (still) {
      // Makes the board reachable by keyboard.
      if (!this.hasAttribute("tabindex")) this.tabIndex = 0;
      this.addEventListener("focus", begin, { once: true });
      return;
    }
    this.observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && begin(), { rootMargin: NEAR });
    this.observer.observe(this);
  }

  disconnectedCallback(): void {
    this.observer?.disconnect();
    this.dark.removeEventListener("change", this.recolor);
    // The element may only have been moved.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.engine?.close();
      this.engine = undefined;
      if (open.delete(this)) void this.ask({ op: "close" }).catch(() => {});
      this.opening = undefined;
    });
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return;
    if (name === "side") this.below = now === "black" ? "black" : "white";
    if (!this.opening) return;
    if (name === "side" || name === "theme" || name === "pieces") this.redraw().catch((error) => this.complain(error));
    else if (name === "level") void this.answer();
    else if (name === "controls") this.draw();
    else this.restart().catch(() => {});
  }

  /** Loads the library and the game unless that has been done; resolves when the board can be played on. */
  begin(): Promise<void> {
    this.observer?.disconnect();
    return (this.opening ??= this.open());
  }

  /** Restarts the game. */
  restart(): Promise<void> {
    return (this.opening = this.open());
  }

  /** Loads the text of another definition, in any format. */
  load(text: string): Promise<void> {
    this.text = text;
    return this.restart();
  }

  /** @internal Restores the state in a new worker. */
  reopen(): void {
    const { moves, start } = this.shown ?? { moves: [], start: null };
    this.opening = this.open(moves, start ?? undefined);
    this.opening.catch(() => {});
  }

  /** The position as a FEN; an empty string before the game is loaded. */
  get position(): string {
    return this.shown?.fen ?? "";
  }

  get turn(): Side {
    return this.shown?.turn ?? "white";
  }

  /** The moves so far by their squares. */
  get moveStack(): string[] {
    return [...(this.shown?.moves ?? [])];
  }

  /** The end of the game; `null` while it goes on. */
  get end(): GameEnd | null {
    return this.shown?.over ?? null;
  }

  /** The legal moves by their squares. */
  async legalMoves(): Promise<string[]> {
    await this.begin();
    return this.ask({ op: "legal", form: "text" });
  }

  /** Plays a move, by its squares or in short algebraic notation. */
  async play(move: string): Promise<void> {
    await this.begin();
    this.take(await this.ask<View>({ op: "enter", event: "text", text: move }), "script");
  }

  /** Takes back the last move; against an engine, also the move before it. */
  async undo(): Promise<void> {
    await this.begin();
    this.engine?.drop();
    const view = this.shown!;
    const nodes = new Map(view.line.nodes.map((node) => [node.id, node]));
    let at = nodes.get(view.line.current)!;
    if (at.id === 0) return;
    const second = nodes.get(at.parent)!;
    if (this.isEngine(at.mover) && second.id !== 0) at = second;
    this.take(await this.ask<View>({ op: "remove", node: at.id }));
  }

  /** Goes to the position after this number of moves. */
  async goto(ply: number): Promise<void> {
    await this.begin();
    const path = this.path();
    const node = path[Math.max(0, Math.min(ply, path.length - 1))]!;
    this.take(await this.ask<View>({ op: "goto", node }));
  }

  /** Shows the board from the other side. */
  flip(): void {
    this.setAttribute("side", this.below === "white" ? "black" : "white");
  }

  /** The game as PGN. */
  async pgn(): Promise<string> {
    await this.begin();
    return (await this.ask<{ text: string }>({ op: "write", form: "pgn" })).text;
  }

  private ask<T>(request: object): Promise<T> {
    return client.ask<T>({ session: this.session, ...request });
  }

  /** The nodes of the shown line, including those after the shown position. */
  private path(): number[] {
    const nodes = new Map(this.shown!.line.nodes.map((node) => [node.id, node]));
    const before: number[] = [];
    for (let at = nodes.get(this.shown!.line.current)!; at.id !== 0; at = nodes.get(at.parent)!) before.unshift(at.id);
    const path = [0, ...before];
    for (let next = nodes.get(path.at(-1)!)!.children[0]; next !== undefined; next = nodes.get(next)!.children[0]) path.push(next);
    return path;
  }

  private async open(moves?: string[], fen?: string): Promise<void> {
    const number = ++this.wanted;
    this.engine?.drop();
    try {
      const opened = await this.ask<Opened>({ op: "open", ...(await this.source()), ...this.beginning(moves, fen) });
      if (number !== this.wanted) return;
      if (!opened.view) throw new Refused(opened.refusal ?? { code: null, message: "there is no game", help: null });
      open.add(this);
      await this.redraw();
      if (number !== this.wanted) return;
      this.still.hidden = true;
      this.table.hidden = false;
      this.view.svg.setAttribute("aria-label", opened.title ?? "Board");
      this.legend.open = false;
      this.take({ ...opened.view, refusal: opened.refusal });
      this.tell("ferz-ready", { variant: opened.variant, title: opened.title });
    } catch (error) {
      if (number === this.wanted) this.complain(error);
      throw error;
    }
  }

  /** The source of the game in the form of the library. */
  private async source(): Promise<{ text?: string; variant?: string; query?: string }> {
    const [variant, query] = (this.getAttribute("game") ?? "").split("?", 2);
    const source = { variant: variant || undefined, query };
    const address = this.getAttribute("src");
    if (address !== null) {
      const said = await fetch(address);
      if (!said.ok) throw new Error(`${address}: ${said.status}`);
      return { ...source, text: await said.text() };
    }
    if (this.text !== undefined) return { ...source, text: this.text };
    return { ...source, variant: source.variant ?? "chess" };
  }

  private beginning(moves?: string[], fen?: string): { fen?: string; moves: string[] } {
    const written = this.getAttribute("moves")?.split(/[\s,]+/).filter(Boolean) ?? [];
    return { fen: moves ? fen : (this.getAttribute("fen") ?? undefined), moves: moves ?? written };
  }

  private get theme(): "light" | "dark" {
    const wanted = this.getAttribute("theme");
    return wanted === "dark" || (wanted !== "light" && this.dark.matches) ? "dark" : "light";
  }

  /** The colors that the page sets for parts of the board, in the format of the library. */
  private colors(): Record<string, string> {
    const style = getComputedStyle(this);
    const canvas = document.createElement("canvas").getContext("2d");
    const colors: Record<string, string> = {};
    for (const part of COLORS) {
      const value = style.getPropertyValue(`--ferz-${part}`).trim();
      if (!value || !canvas) continue;
      canvas.fillStyle = value;
      if (/^#[0-9a-f]{6}$/.test(canvas.fillStyle)) colors[part] = canvas.fillStyle;
    }
    return colors;
  }

  private async redraw(): Promise<void> {
    const { theme, below } = this;
    this.table.dataset.theme = theme;
    this.view.svg.removeAttribute("hidden");
    this.picture = await this.ask<BoardPicture>({ op: "board", theme, below, colors: this.colors(), pieces: this.getAttribute("pieces") ?? undefined });
    this.table.style.setProperty("--files", String(this.picture.width / this.picture.side));
    this.view.set(this.picture);
    this.draw();
  }

  /** Shows a view, and dispatches an event for the move that led to it. */
  private take(view: View, by?: MoveMade["by"]): void {
    const wasOver = !!this.shown?.over;
    this.shown = view;
    this.pieceShown = undefined;
    this.draw();
    if (view.refusal) {
      this.say(failure(view.refusal));
      this.tell("ferz-error", view.refusal);
    }
    if (by && view.made) {
      const node = view.line.nodes.find((one) => one.id === view.line.current)!;
      const made: MoveMade = { move: node.text, san: node.san, fen: view.fen, by };
      this.tell("ferz-move", made);
    }
    if (view.over && !wasOver) this.tell("ferz-end", view.over);
    void this.answer();
  }

  private draw(): void {
    const { shown: view, picture } = this;
    if (!view || !picture) return;
    this.view.show(view);
    for (const side of ["white", "black"] as const) {
      const box = side === this.below ? this.hands.bottom : this.hands.top;
      const items = view.hands[side === "white" ? 0 : 1] ?? [];
      box.replaceChildren(
        ...items.map(({ kind, count }) => {
          const button = handButton(view, picture, kind, count);
          button.addEventListener("click", () => void this.enter("hand", { kind }));
          return button;
        }),
      );
    }
    this.drawQuestion(view);
    this.drawControls(view);
    this.say(status(view));
  }

  private drawQuestion(view: View): void {
    const { question } = view.input;
    const box = this.question;
    const hadFocus = this.root.activeElement !== null && (this.view.svg.contains(this.root.activeElement) || box.contains(this.root.activeElement));
    box.hidden = !question || byMarks(question);
    if (!question || box.hidden) return box.replaceChildren();
    const { list, first } = choiceList(
      question,
      this.picture,
      (index) => void this.enter("choice", { index }),
      () => void this.enter("back"),
    );
    box.replaceChildren(h("strong", {}, question.words), list);
    placeQuestion(box, view.input.target === null ? undefined : this.view.place(view.input.target), question);
    if (hadFocus) first?.focus();
  }

  /** Whether a control is shown; by default all are. */
  private has(control: (typeof CONTROLS)[number]): boolean {
    const wanted = this.getAttribute("controls");
    return wanted === null || wanted.split(/[\s,]+/).includes(control);
  }

  private drawControls(view: View): void {
    const acts: [(typeof CONTROLS)[number], string, () => unknown, boolean][] = [
      ["undo", "Take back", () => this.undo(), view.line.current !== 0],
      ["restart", "New game", () => this.restart(), true],
      ["flip", "Flip", () => this.flip(), true],
      ["pass", "Pass", () => this.enter("pass"), view.input.canPass],
    ];
    const focused = (this.root.activeElement as HTMLElement | null)?.dataset.act;
    const buttons = acts
      .filter(([name]) => this.has(name) && (name !== "pass" || view.input.canPass))
      .map(([name, words, act, can]) => {
        const button = h("button", { type: "button", "data-act": name, disabled: !can }, words);
        button.addEventListener("click", () => void Promise.resolve(act()).catch((error) => this.complain(error)));
        return button;
      });
    this.bar.replaceChildren(...buttons);
    buttons.find((button) => button.dataset.act === focused)?.focus();
    this.legend.hidden = !this.has("pieces");
    this.list.hidden = !this.has("moves") || view.line.nodes.length === 1;
    if (!this.list.hidden) this.drawMoves(view);
  }

  private drawMoves(view: View): void {
    const nodes = new Map(view.line.nodes.map((node) => [node.id, node]));
    const moves = this.path().slice(1).flatMap((id, index) => {
      const node = nodes.get(id)!;
      const button = h("button", { type: "button" }, node.san);
      if (id === view.line.current) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => void this.goto(index + 1).catch((error) => this.complain(error)));
      const number = node.mover === "white" || index === 0 ? `${node.number}${node.mover === "white" ? "." : "…"} ` : "";
      return [number, button, " "];
    });
    this.list.replaceChildren(...moves);
  }

  /** Shows the legend: all pieces with descriptions; each can show its moves on the board. */
  private async showPieces(): Promise<void> {
    const summary = this.legend.querySelector("summary")!;
    if (!this.legend.open) return this.endPiece();
    const rows = await this.ask<PieceRow[]>({ op: "pieces" });
    this.legend.replaceChildren(
      summary,
      ...rows.map((row) => {
        const picture = this.picture?.kinds[row.kind];
        const button = h("button", { type: "button", "aria-pressed": "false", "data-kind": row.kind }, `Moves of the ${row.name}`);
        button.addEventListener("click", () => void this.showPiece(row.kind));
        const words = row.words.replace(/ In notation: `[^`]*`\.$/, "").replace(/`/g, "");
        return h(
          "div",
          { class: "row" },
          h("img", { src: picture ? pictureUrl(picture.svg) : "", alt: "" }),
          h("div", {}, h("strong", {}, row.name), ` (${row.letter}) ${words} `, h("code", {}, row.betza.join(" + ")), " ", button),
        );
      }),
    );
  }

  /** Shows the moves of a piece on the empty board, or the game again. */
  private async showPiece(kind: string): Promise<void> {
    if (this.pieceShown === kind) return this.endPiece();
    const said = await this.ask<{ svg: string; square: number }>({ op: "moves", kind, theme: this.theme, below: this.below });
    this.pieceShown = kind;
    this.markPiece();
    this.view.showMoves([[said.square, kind]], said.svg);
  }

  private endPiece(): void {
    this.pieceShown = undefined;
    this.markPiece();
    this.draw();
  }

  private markPiece(): void {
    for (const button of this.legend.querySelectorAll<HTMLElement>("[data-kind]")) {
      button.setAttribute("aria-pressed", String(button.dataset.kind === this.pieceShown));
    }
  }

  /** Shows the moves of the piece under the pointer as an overlay. */
  private hover(square: number | null): void {
    clearTimeout(this.resting);
    const view = this.shown;
    if (!view || this.pieceShown || view.input.origin) return;
    this.view.lay(undefined);
    const on = new Map(view.pieces);
    const kind = square === null ? undefined : on.get(square);
    if (kind === undefined) return;
    this.resting = setTimeout(async () => {
      const others = view.pieces.filter(([at]) => at !== square);
      const of = (own: boolean) => others.filter(([, other]) => (other[0] === kind[0]) === own).map(([at]) => at);
      const asked = { op: "moves", kind, square, enemies: of(false), friends: of(true), theme: this.theme, below: this.below };
      const said = await this.ask<{ svg: string }>(asked).catch(() => undefined);
      if (said && this.shown === view && !view.input.origin && !this.pieceShown) this.view.lay(said.svg);
    }, REST);
  }

  private async enter(event: string, more: object = {}): Promise<void> {
    clearTimeout(this.resting);
    if (this.pieceShown) return this.endPiece();
    const view = this.shown;
    if (view && this.isEngine(view.turn) && !view.over && this.engine?.isRunning) return;
    try {
      this.take(await this.ask<View>({ op: "enter", event, ...more }), "player");
    } catch (error) {
      this.complain(error);
    }
  }

  /** Whether the engine plays a side; with a level, it plays the upper one. */
  private isEngine(side: Side): boolean {
    return this.hasAttribute("level") && side !== this.below;
  }

  private async answer(): Promise<void> {
    const view = this.shown;
    if (!view || view.over || view.input.origin || !this.isEngine(view.turn)) return;
    if (view.line.nodes.find((node) => node.id === view.line.current)!.children.length > 0) return;
    this.engine ??= new Engine(start, evaluationFile);
    try {
      const task = { ...(await this.source()), fen: view.start ?? undefined, moves: view.moves };
      const thought = await this.engine.think(task, level(Number(this.getAttribute("level")) || 4));
      if (thought.best && this.shown === view) this.take(await this.ask<View>({ op: "enter", event: "text", text: thought.best }), "engine");
    } catch (error) {
      if (this.shown === view) this.complain(error);
    }
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") void (this.pieceShown ? this.endPiece() : this.enter("back"));
    else if (event.key === "f" && this.has("flip")) this.flip();
    else if (event.key === "u" && this.has("undo")) void this.undo().catch((error) => this.complain(error));
  }

  private say(text: string): void {
    this.status.textContent = text;
  }

  private complain(error: unknown): void {
    const about: Failure = error instanceof Refused ? error.failure : { code: null, message: (error as Error).message, help: null };
    this.table.hidden = false;
    this.view.svg.toggleAttribute("hidden", !this.picture);
    this.say(failure(about));
    this.tell("ferz-error", about);
  }

  private tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

function failure({ message, help }: Failure): string {
  return sentence(message) + (help ? " " + sentence(help) : "");
}

/** The text of a definition in a page; the HTML tags of a diagram belong to its format. */
function textOf(element: HTMLElement): string {
  return element.matches("script") ? element.textContent! : element.outerHTML;
}

/** Replaces the Interactive Diagrams of a page by boards of the same place and width. */
export function takeOver(within: ParentNode = document): FerzBoard[] {
  const diagrams = [...within.querySelectorAll<HTMLElement>(".idiagram")].filter((diagram) => !diagram.closest("ferz-board"));
  return diagrams.map((diagram) => {
    const board = document.createElement("ferz-board") as FerzBoard;
    board.text = textOf(diagram);
    diagram.replaceChildren(board);
    return board;
  });
}

declare global {
  interface HTMLElementTagNameMap {
    "ferz-board": FerzBoard;
  }
  interface HTMLElementEventMap {
    "ferz-ready": CustomEvent<{ variant: string; title: string }>;
    "ferz-move": CustomEvent<MoveMade>;
    "ferz-end": CustomEvent<GameEnd>;
    "ferz-error": CustomEvent<Failure>;
  }
}

if (!customElements.get("ferz-board")) customElements.define("ferz-board", FerzBoard);
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => takeOver());
else takeOver();
