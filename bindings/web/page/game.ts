// The game view: board, move entry, move list and engine.

import { BoardView } from "./board";
import { type Client, Refused } from "./client";
import { byId, h } from "./dom";
import { type Effort, Engine, LEVELS, level, type Task } from "./engine";
import { boardRequest } from "./first";
import { pieceStyle } from "./settings";
import { evaluationFile, startEngine } from "./library";
import { t } from "./language";
import { play } from "./sound";
import { byMarks, choiceList, handButton, placeQuestion } from "./table";
import type { BoardPicture, EngineLine, Failure, Moment, Side, Theme, View } from "./types";
import { sentence, status } from "./words";

/** The parts of the page that the game view depends on. */
export interface Around {
  task(): Omit<Task, "moves" | "fen">;
  theme(): Theme;
}

/** Shows the name of the selected level. */
export function nameLevel(): void {
  byId("level-out").textContent = t(LEVELS[Number(byId<HTMLInputElement>("level").value) - 1]!);
}

export class Game {
  readonly board: BoardView;
  picture: BoardPicture | undefined;
  view: View | undefined;
  /** The initial position, if it is not the start position. */
  fen: string | undefined;
  below: Side = "white";
  /** Handles clicks on the board in place of the game. */
  instead:
    | {
        click(square: number): void;
        /** A piece was dragged. */
        move?(from: number, to: number): unknown;
        /** A piece of a hand was clicked. */
        hand?(kind: string): void;
        over?(square: number | null): void;
        other?(square: number): void;
        /** The undo function of this mode, if it does not concern the game. */
        undo?(): void;
        /** A key that the board does not handle; returns `true` if it was used. */
        key?(event: KeyboardEvent): boolean;
        /** Whether this mode shows a board of its own. */
        hasBoard?: boolean;
        redraw?(): void;
        end?(): void;
      }
    | undefined;
  private engine = new Engine(startEngine, evaluationFile);
  private analyst = new Engine(startEngine, evaluationFile);
  private hint: number[] = [];
  private analyzed = "";
  /** The task of the engine. */
  private asked = "";
  /** The piece in hand under the pressed pointer, and whether it is dragged. */
  private from: { kind: string; x: number; y: number; drags: boolean } | undefined;
  private lifted = -1;
  /** The premove: its origin, a square or a piece in hand, and its target. */
  private premove: { square?: number; hand?: string; to?: number } | undefined;
  /** Called after actions on the board, and after moves. */
  ontouch: (() => void) | undefined;
  onmove: (() => void) | undefined;
  /** Called before the text field for moves, which may be hidden, takes the focus. */
  ontyped: (() => void) | undefined;

  constructor(
    private readonly client: Client,
    private readonly around: Around,
  ) {
    this.board = new BoardView({
      click: (square) => (this.instead ? this.instead.click(square) : this.clicked(square)),
      lift: (square) => {
        this.lifted = square;
        if (this.instead) return;
        if (this.waits) this.plan({ square });
        else void this.enter("lift", { square });
      },
      put: (square) => {
        if (this.instead) this.instead.move?.(this.lifted, square);
        else if (this.premove && this.waits) this.plan({ to: square });
        else void this.enter("put", { square });
      },
      over: (square) => this.instead?.over?.(square),
      other: (square) => this.otherButton(square),
      key: (event) => this.key(event),
    });
    this.board.canPremove = (square) => this.isOwn(square);
    byId("board").prepend(this.board.svg);
    this.analyst.onlines = (lines, effort) => this.showLines(lines, effort);
    this.listen();
  }

  /** Shows another variant, or the same one after a change. */
  async renew(view: View): Promise<void> {
    await this.redraw();
    this.take(view);
  }

  /** Redraws the board, for another theme or side. */
  async redraw(): Promise<void> {
    const asked = boardRequest(this.around.theme(), this.below, pieceStyle());
    this.picture = await this.client.ask<BoardPicture>(asked);
    document.documentElement.style.setProperty("--aspect", String(this.picture.width / this.picture.height));
    if (!this.instead?.hasBoard) this.board.set(this.picture);
    if (this.instead?.redraw) this.instead.redraw();
    else if (this.view) this.draw();
  }

  /** Shows a position, and lets the engine answer if it is to move. */
  take(view: View): void {
    const before = this.view;
    this.view = view;
    this.fen = view.start ?? undefined;
    this.hint = [];
    this.draw();
    if (view.refusal) this.refuse(view.refusal);
    if (view.made) {
      const count = (one: View | undefined) => one?.pieces.length ?? 0;
      play(count(view) < count(before) ? "capture" : "move");
      this.onmove?.();
    }
    if (this.premove && !this.waits) void this.makePremove();
    void this.answer();
    this.analyze();
  }

  /** Shows why an action was refused, and what to do now. */
  private refuse(failure: Failure): void {
    const help = failure.help ? sentence(failure.help) : this.view ? status(this.view) : "";
    this.say(`${sentence(failure.message)} ${help}`.trim(), true);
  }

  private clicked(square: number): void {
    this.ontouch?.();
    if (!this.waits) {
      void this.enter("square", { square });
      return;
    }
    if (this.premove && this.premove.to === undefined && this.premove.square !== square) this.plan({ to: square });
    else if (this.isOwn(square) && this.premove?.square !== square) this.plan({ square });
    else this.forget();
  }

  private otherButton(square: number): boolean {
    if (this.instead?.other) {
      this.instead.other(square);
      return true;
    }
    if (this.premove) {
      this.forget();
      return true;
    }
    if (!this.view?.input.origin) return false;
    void this.enter("back");
    return true;
  }

  /** Whether the engine is to move, so that a player can only enter a premove. */
  private get waits(): boolean {
    const view = this.view;
    return !!view && !view.over && this.engine.isRunning && this.isEngine(view.turn) && !this.bothEngines();
  }

  /** Whether a square has a piece of the waiting side. */
  private isOwn(square: number): boolean {
    const view = this.view;
    if (!view || !this.waits) return false;
    const kind = view.pieces.find(([at]) => at === square)?.[1];
    return !!kind && this.picture?.kinds[kind]?.side !== view.turn;
  }

  /** Adds a part of the premove. */
  private plan(part: { square?: number; hand?: string; to?: number }): void {
    this.premove = part.to === undefined ? part : { ...this.premove, ...part };
    const { square, to } = this.premove;
    this.board.premove = [square, to].filter((one) => one !== undefined);
    if (this.view) this.board.show(this.view, this.hint);
    if (to !== undefined) this.say(t("This move is made when it is your turn. A click on the board takes it back."));
  }

  /** Clears the premove. */
  private forget(): void {
    this.premove = undefined;
    this.board.premove = [];
    if (!this.view) return;
    this.board.show(this.view, this.hint);
    this.say(status(this.view));
  }

  /** Plays the premove if it is legal now; an incomplete one continues as a normal move. */
  private async makePremove(): Promise<void> {
    const planned = this.premove!;
    this.premove = undefined;
    this.board.premove = [];
    if (this.view) this.board.show(this.view, this.hint);
    if (!this.view || this.view.over) return;
    if (planned.square !== undefined) await this.enter("square", { square: planned.square });
    else await this.enter("hand", { kind: planned.hand });
    if (planned.to !== undefined && this.view.input.origin) await this.enter("square", { square: planned.to });
  }

  private draw(): void {
    const view = this.view;
    if (!view || !this.picture) return;
    if (!this.instead?.redraw) this.board.show(view, this.hint);
    this.showHands(view);
    this.showQuestion(view);
    this.showMoves(view);
    byId("pass").hidden = !view.input.canPass;
    byId<HTMLInputElement>("fen").value = view.fen;
    this.say(status(view));
  }

  /** Marks the board as outdated while the definition is being read, or if it cannot be played. */
  setOutdated(why: "no" | "reading" | "refused"): void {
    const { classList } = this.board.svg;
    classList.toggle("outdated", why === "refused");
    classList.toggle("lagging", why === "reading");
    byId("outdated").hidden = why === "no";
    byId("outdated").textContent = why === "reading" ? t("The text is being read.") : t("The board shows the last text that could be played.");
  }

  say(text: string, isRefusal = false): void {
    const line = byId("status");
    line.textContent = text;
    line.title = text;
    line.classList.toggle("refused", isRefusal);
  }

  async enter(event: string, more: object = {}): Promise<void> {
    if (this.view && this.isEngine(this.view.turn) && !this.view.over && this.engine.isRunning) return;
    await this.order({ op: "enter", event, ...more });
  }

  /** Sends a request whose answer is another view. */
  async order(request: object): Promise<void> {
    try {
      this.take(await this.client.ask<View>(request));
    } catch (error) {
      this.complain(error);
    }
  }

  complain(error: unknown): void {
    if (error instanceof Refused) {
      this.refuse(error.failure);
    } else {
      this.say(`${t("That took too long or broke down, and was ended:")} ${(error as Error).message}.`, true);
    }
  }

  /** Whether the engine plays this side. */
  private isEngine(side: Side): boolean {
    return byId<HTMLSelectElement>(side).value === "engine";
  }

  task(): Task {
    return { ...this.around.task(), fen: this.fen, moves: this.view?.moves ?? [] };
  }

  private strength() {
    return level(Number(byId<HTMLInputElement>("level").value));
  }

  /** Lets the engine move if it is its turn and the current position is shown. */
  private async answer(): Promise<void> {
    const view = this.view;
    if (!view || view.over || this.instead || !this.isEngine(view.turn)) return;
    const here = view.line.nodes.find((one) => one.id === view.line.current);
    if (view.input.origin || (here?.children.length ?? 0) > 0) return;
    // A running search of another position or game ends when this one begins.
    const asked = JSON.stringify(this.task());
    if (this.engine.isRunning && asked === this.asked) return;
    this.asked = asked;
    byId("stop").hidden = false;
    try {
      const thought = await this.engine.think(this.task(), this.strength());
      if (thought.best && this.view?.line.current === view.line.current && JSON.stringify(this.task()) === asked) {
        byId("stop").hidden = true;
        await this.order({ op: "enter", event: "text", text: thought.best });
      }
    } catch (error) {
      this.complain(error);
    } finally {
      byId("stop").hidden = !this.engine.isRunning;
    }
  }

  private async giveHint(): Promise<void> {
    const view = this.view;
    // The player is not to move while the engine thinks.
    if (!view || view.over || this.instead || this.engine.isRunning) return;
    this.asked = "";
    const thought = await this.engine.think(this.task(), { time: 800 });
    const line = thought.lines[0];
    if (!thought.best || this.view !== view) return;
    this.say(t("Hint: {move}.", { move: line?.san[0] ?? thought.best }));
    const names: string[] = thought.best.match(/[a-z]+\d+\+?/g) ?? [];
    const squares = this.picture?.squares ?? [];
    this.hint = squares.filter((one) => names.includes(one.name)).map((one) => one.id);
    this.board.show(view, this.hint);
  }

  private get analyzes(): boolean {
    return byId("analyze").getAttribute("aria-pressed") === "true";
  }

  /** Analyzes the shown position if analysis is on. */
  private analyze(): void {
    const view = this.view;
    byId("analysis").hidden = byId("bar").hidden = !this.analyzes;
    if (!this.analyzes || !view) {
      this.analyst.drop();
      this.analyzed = "";
      return;
    }
    const key = JSON.stringify(this.task());
    if (key === this.analyzed && !view.over) return;
    // A game that ended by agreement or resignation may continue from the same moves.
    this.analyzed = view.over ? "" : key;
    this.analyst.drop();
    byId("lines").replaceChildren();
    byId("effort").textContent = "";
    if (view.over) return;
    const endless = { time: Infinity, lines: 3 };
    this.analyst.think(this.task(), endless).catch((error) => this.complain(error));
  }

  private showLines(lines: EngineLine[], { nodes, time }: Effort): void {
    const count = (n: number) => n.toLocaleString(document.documentElement.lang, { notation: "compact", maximumSignificantDigits: 3 });
    byId("effort").textContent = t("{n} nodes, {speed} a second", { n: count(nodes), speed: count((1000 * nodes) / Math.max(time, 1)) });
    const rows = lines.map((line) =>
      h("li", {}, h("strong", {}, `${line.bound}${score(line)} `), `${t("depth {n}", { n: line.depth })}: ${line.san.join(" ")}`),
    );
    byId("lines").replaceChildren(...rows);
    const best = lines[0];
    if (!best) return;
    const units = best.mate !== null ? (best.mate > 0 ? 10 : -10) : (best.units ?? 0) / 100;
    const share = 100 / (1 + Math.exp(-units / 2.5));
    byId("bar-white").style.height = `${share}%`;
    byId("bar").setAttribute("aria-valuenow", String(Math.max(-10, Math.min(10, units))));
    byId("bar").setAttribute("aria-valuetext", score(best));
  }

  private showHands(view: View): void {
    const boxes = { top: byId("hand-top"), bottom: byId("hand-bottom") };
    for (const side of ["white", "black"] as const) {
      const box = side === this.below ? boxes.bottom : boxes.top;
      const items = view.hands[side === "white" ? 0 : 1] ?? [];
      const buttons = items.map(({ kind, count }) => this.handButton(view, kind, count));
      box.replaceChildren(...buttons);
    }
  }

  private handButton(view: View, kind: string, count: number): HTMLElement {
    const button = handButton(view, this.picture!, kind, count);
    button.addEventListener("click", () => {
      if (this.instead) this.instead.hand?.(kind);
      else if (this.waits && this.picture?.kinds[kind]?.side !== view.turn) this.plan({ hand: kind });
      else void this.enter("hand", { kind });
    });
    button.addEventListener("pointerdown", (event) => {
      if (!this.instead) this.from = { kind, x: event.clientX, y: event.clientY, drags: false };
    });
    return button;
  }

  private showQuestion(view: View): void {
    const box = byId("question");
    const question = view.input.question;
    // Walls are placed only by the marks on the board.
    box.hidden = !question || byMarks(question);
    if (!question || box.hidden) {
      box.replaceChildren();
      return;
    }
    const choose = (index: number) => void this.enter("choice", { index });
    const { list, first } = choiceList(question, this.picture, choose, () => void this.enter("back"));
    const hadFocus = this.board.svg.contains(document.activeElement) || box.contains(document.activeElement);
    box.replaceChildren(h("strong", {}, t(question.words)), list);
    placeQuestion(box, view.input.target === null ? undefined : this.board.place(view.input.target), question);
    if (hadFocus) first?.focus({ preventScroll: true });
  }

  private showMoves(view: View): void {
    const nodes = new Map(view.line.nodes.map((node) => [node.id, node]));
    const box = byId("moves");
    const button = (node: Moment) => {
      const one = h("button", { "data-node": String(node.id) }, node.san);
      if (node.id === view.line.current) one.setAttribute("aria-current", "true");
      one.addEventListener("click", () => void this.goto(node.id));
      return one;
    };
    const write = (into: HTMLElement, from: number, numbered: boolean): void => {
      let at = nodes.get(from);
      while (at && at.children.length > 0) {
        const [main, ...others] = at.children.map((child) => nodes.get(child)!);
        const dots = main!.mover === "white" ? "." : "…";
        if (numbered || main!.mover === "white") into.append(h("span", { class: "number" }, `${main!.number}${dots}`));
        into.append(button(main!));
        numbered = false;
        for (const other of others) {
          const line = h("span", { class: "line" });
          const sign = other.mover === "white" ? "." : "…";
          line.append(h("span", { class: "number" }, `${other.number}${sign}`), button(other));
          write(line, other.id, false);
          into.append(line);
          numbered = true;
        }
        at = main;
      }
    };
    box.replaceChildren();
    byId("line-tools").hidden = !view.line.nodes.some((node) => node.children.length > 1);
    write(box, 0, true);
    const here = box.querySelector<HTMLElement>("[aria-current]");
    if (here) box.scrollTop = here.offsetTop - box.clientHeight / 2;
  }

  goto(node: number): Promise<void> {
    this.engine.drop();
    return this.order({ op: "goto", node });
  }

  /** The shown node of the game tree. */
  private here(): Moment | undefined {
    return this.view?.line.nodes.find((node) => node.id === this.view!.line.current);
  }

  private async takeBack(): Promise<void> {
    this.engine.drop();
    const here = this.here();
    if (!here || here.id === 0) return;
    const nodes = new Map(this.view!.line.nodes.map((node) => [node.id, node]));
    // Back to a turn of a human player; by a single move if there is none.
    let target = here;
    do target = nodes.get(target.parent)!;
    while (target.id !== 0 && this.isEngine(this.moverAt(target.id)) && !this.bothEngines());
    await this.order({ op: "remove", node: this.childOn(target.id, here.id) });
  }

  private bothEngines(): boolean {
    return this.isEngine("white") && this.isEngine("black");
  }

  /** The side to move at a node. */
  private moverAt(node: number): Side {
    const nodes = this.view!.line.nodes;
    return nodes.find((one) => one.parent === node && one.id !== 0)?.mover ?? this.view!.turn;
  }

  /** The child of `from` on the path to `to`. */
  private childOn(from: number, to: number): number {
    const nodes = new Map(this.view!.line.nodes.map((node) => [node.id, node]));
    let at = to;
    while (nodes.get(at)!.parent !== from) at = nodes.get(at)!.parent;
    return at;
  }

  private key(event: KeyboardEvent): void {
    if (this.instead?.key?.(event)) return;
    if (event.key === "Escape") {
      if (this.instead) this.instead.end?.();
      else if (this.premove) this.forget();
      else void this.enter("back");
    } else if (event.key === "/") {
      event.preventDefault();
      this.ontyped?.();
      byId("typed").focus();
    } else if (event.key === "f" && !event.ctrlKey && !event.metaKey) {
      void this.flip();
    } else if (event.key === "u") {
      void this.takeBack();
    }
  }

  async flip(): Promise<void> {
    this.below = this.below === "white" ? "black" : "white";
    await this.redraw();
  }

  private listen(): void {
    const on = (id: string, act: () => unknown) => byId(id).addEventListener("click", () => void act());
    on("undo", () => (this.instead?.undo ? this.instead.undo() : this.takeBack()));
    on("pass", () => this.enter("pass"));
    on("hint", () => this.giveHint());
    on("stop", () => this.engine.stop());
    on("flip", () => this.flip());
    on("analyze", () => {
      byId("analyze").setAttribute("aria-pressed", String(!this.analyzes));
      this.analyze();
    });
    on("first", () => this.goto(0));
    on("previous", () => this.goto(this.here()?.parent ?? 0));
    on("next", () => {
      const next = this.here()?.children[0];
      if (next !== undefined) void this.goto(next);
    });
    on("last", () => {
      let at = this.here();
      while (at && at.children.length > 0) at = this.view!.line.nodes.find((one) => one.id === at!.children[0]);
      if (at) void this.goto(at.id);
    });
    on("remove", () => {
      const here = this.here();
      if (here && here.id !== 0) void this.order({ op: "remove", node: here.id });
    });
    for (const to of ["up", "down", "main"]) {
      on(`line-${to}`, () => {
        const here = this.here();
        if (here) void this.order({ op: "shift", node: here.id, to });
      });
    }
    on("resign", () => {
      this.engine.drop();
      // A human player resigns, even while the engine thinks.
      const people = (["white", "black"] as const).filter((side) => !this.isEngine(side));
      const side = people.length === 1 ? people[0] : this.view?.turn;
      void this.order({ op: "decide", decision: `${side}-resigns` });
    });
    on("draw", () => {
      this.engine.drop();
      void this.order({ op: "decide", decision: "draw" });
    });
    for (const side of ["white", "black"]) byId(side).addEventListener("change", () => void this.answer());
    byId("level").addEventListener("input", nameLevel);
    const typed = byId<HTMLInputElement>("typed");
    typed.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !typed.value.trim()) return;
      void this.enter("text", { text: typed.value.trim() });
      typed.value = "";
    });
    // A piece is dragged from a hand onto the board.
    document.addEventListener("pointermove", (event) => {
      const from = this.from;
      if (!from) return;
      if (!from.drags && Math.hypot(event.clientX - from.x, event.clientY - from.y) >= 8) {
        from.drags = true;
        // Shows the squares where it can be dropped.
        if (this.view?.input.origin?.hand !== from.kind) void this.enter("hand", { kind: from.kind });
      }
      if (from.drags) this.board.carry(from.kind, event.clientX, event.clientY);
    });
    document.addEventListener("pointerup", (event) => {
      const from = this.from;
      this.from = undefined;
      this.board.drop();
      if (!from?.drags) return;
      const square = this.board.at(event.clientX, event.clientY);
      void this.enter(square === null ? "cancel" : "put", square === null ? {} : { square });
    });
    document.addEventListener("pointercancel", () => {
      this.from = undefined;
      this.board.drop();
    });
  }
}

function score(line: EngineLine): string {
  if (line.mate !== null) return t("{side} wins in {n}", { side: t(line.mate > 0 ? "White" : "Black"), n: Math.abs(line.mate) });
  const units = (line.units ?? 0) / 100;
  return (units >= 0 ? "+" : "−") + Math.abs(units).toFixed(2);
}
