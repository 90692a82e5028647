// The board: a picture from the library, and a grid of squares upon it that listens to mouse, touch and
// keyboard. What a click means is not decided here.

import { pictureUrl, s } from "./dom";
import type { BoardPicture, Click, View } from "./types";

export interface Listener {
  click(square: number): void;
  lift(square: number): void;
  put(square: number): void;
  /** The pointer came upon a square, or left the board. */
  over(square: number | null): void;
  /** The other mouse button. */
  other(square: number): void;
  /** A key that no square has a use for. */
  key(event: KeyboardEvent): void;
}

interface Cell {
  group: SVGGElement;
  under: SVGRectElement;
  marks: SVGGElement;
  piece: SVGImageElement;
  name: string;
  x: number;
  y: number;
  file: number;
  rank: number;
}

/** Pixels that a pointer moves before it drags. */
const DRAGS = 5;
/** Squares smaller than that are confirmed by a second touch. */
const SMALL = 28;

const DEEDS: Record<string, string> = {
  begin: "can move",
  go: "move here",
  castle: "castle here",
  drop: "drop here",
  stay: "stay here",
  pass: "on the way",
  "pass-or-stop": "end here or go on",
  stop: "click again to end here",
  name: "choose this",
  wall: "put the wall here",
};

/** The pieces on the board. The mover stands on its target while a question about the move is open. */
function placed(view: View): Map<number, string> {
  const on = new Map(view.pieces);
  const { origin, target } = view.input;
  if (target === null || !origin) return on;
  const mover = origin.square === undefined ? origin.hand : on.get(origin.square);
  if (origin.square !== undefined) on.delete(origin.square);
  if (mover !== undefined) on.set(target, mover);
  return on;
}

export class BoardView {
  readonly svg = s("svg", { role: "grid", class: "board", "aria-label": "Board" });
  private picture: BoardPicture | undefined;
  private cells = new Map<number, Cell>();
  private focus = -1;
  private overlay = s("image", { "aria-hidden": "true", class: "overlay" });
  private ghost = s("image", { "aria-hidden": "true", class: "ghost" });
  private pressed: { square: number; x: number; y: number; drags: boolean; kind: string } | undefined;
  private draggable: (square: number) => boolean = () => false;
  /** Whether all pieces may be dragged, because a position is put together. */
  free = false;

  constructor(private readonly listener: Listener) {
    this.svg.addEventListener("keydown", (event) => this.key(event));
    // A screen reader chooses squares without keys.
    this.svg.addEventListener("focusin", (event) => {
      for (const [id, cell] of this.cells) if (cell.group === event.target && id !== this.focus) this.setFocus(id);
    });
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", (event) => this.up(event));
    this.svg.addEventListener("pointercancel", () => this.drop());
    this.svg.addEventListener("pointerleave", () => this.listener.over(null));
    this.svg.addEventListener("contextmenu", (event) => {
      const square = this.at(event.clientX, event.clientY);
      if (square === null) return;
      event.preventDefault();
      this.listener.other(square);
    });
  }

  /** Takes another board. */
  set(picture: BoardPicture): void {
    const root = this.svg.getRootNode() as Document | ShadowRoot;
    const hadFocus = this.svg.contains(root.activeElement ?? null);
    this.picture = picture;
    this.cells.clear();
    this.svg.setAttribute("viewBox", `0 0 ${picture.width} ${picture.height}`);
    this.svg.setAttribute("aria-rowcount", String(picture.ranks));
    this.svg.setAttribute("aria-colcount", String(picture.files));
    const ground = s("image", {
      href: pictureUrl(picture.svg),
      width: picture.width,
      height: picture.height,
      "aria-hidden": "true",
    });
    const size = { width: picture.width, height: picture.height };
    for (const [name, value] of Object.entries(size)) this.overlay.setAttribute(name, String(value));
    const rows = new Map<number, SVGGElement>();
    for (const square of [...picture.squares].sort((a, b) => a.y - b.y || a.x - b.x)) {
      const { x, y } = square;
      const at = { x, y, width: picture.side, height: picture.side };
      const cell: Cell = {
        under: s("rect", { ...at, class: "under" }),
        marks: s("g", { class: "marks" }),
        piece: s("image", { ...at, class: "piece" }),
        group: s("g", { role: "gridcell", tabindex: -1, "data-square": square.name }),
        name: square.name,
        x,
        y,
        file: square.file,
        rank: square.rank,
      };
      cell.group.append(cell.under, cell.piece, cell.marks);
      this.cells.set(square.id, cell);
      let row = rows.get(y);
      if (!row) rows.set(y, (row = s("g", { role: "row" })));
      row.append(cell.group);
    }
    this.ghost.setAttribute("width", String(picture.side));
    this.ghost.setAttribute("height", String(picture.side));
    this.svg.replaceChildren(ground, ...rows.values(), this.overlay, this.ghost);
    if (!this.cells.has(this.focus)) this.focus = this.cells.keys().next().value ?? -1;
    this.cells.get(this.focus)?.group.setAttribute("tabindex", "0");
    if (hadFocus) this.focusSquare(this.focus);
  }

  name(square: number): string {
    return this.cells.get(square)?.name ?? "";
  }

  /** Shows a position and a move that is being entered. */
  show(view: View, hint: number[] = []): void {
    const on = placed(view);
    const walls = new Set(view.walls);
    const clicks = new Map(view.input.squares.map((click) => [click.square, click]));
    this.draggable = (square) =>
      this.free ? on.has(square) : clicks.get(square)?.deed === "begin" || view.input.legs.includes(square);
    // A finger drags pieces that are large enough, and the page everywhere else.
    const isLarge = (this.place(view.input.squares[0]?.square ?? this.focus)?.width ?? 0) >= SMALL;
    for (const [id, cell] of this.cells) {
      const kind = on.get(id);
      const click = clicks.get(id);
      const classes = ["under"];
      if (isLarge && this.draggable(id)) classes.push("can");
      const notes: string[] = [];
      if (view.last.includes(id)) (classes.push("last"), notes.push("last move"));
      if (view.check.includes(id)) (classes.push("check"), notes.push("in check"));
      if (view.input.origin?.square === id) (classes.push("origin"), notes.push("taken up"));
      if (view.input.legs.includes(id)) (classes.push("leg"), notes.push("on the way"));
      if (view.input.target === id) classes.push("origin");
      if (hint.includes(id)) (classes.push("hint"), notes.push("hint"));
      if (walls.has(id)) classes.push("wall");
      cell.under.setAttribute("class", classes.join(" "));
      this.setPiece(cell, kind);
      const marks = click && click.deed !== "begin" ? this.marks(cell, click, !!kind) : [];
      if (view.check.includes(id)) marks.push(this.checkMark(cell));
      cell.marks.replaceChildren(...marks);
      const what = kind ? `${this.picture?.kinds[kind]?.side} ${this.picture?.kinds[kind]?.name}` : "";
      const words = [cell.name, walls.has(id) ? "wall" : what || "empty", ...notes];
      if (click && click.deed !== "cancel") words.push(DEEDS[click.deed] ?? click.deed);
      if (click?.captures && click.deed !== "begin") words.push("capture");
      cell.group.setAttribute("aria-label", words.join(", "));
      cell.group.setAttribute("aria-selected", String(view.input.origin?.square === id));
    }
    this.lay(undefined);
  }

  /** Shows pieces alone, with the marks of one of them. */
  showMoves(pieces: [number, string][], marks: string): void {
    const on = new Map(pieces);
    this.draggable = () => false;
    for (const [id, cell] of this.cells) {
      cell.under.setAttribute("class", "under");
      cell.marks.replaceChildren();
      const kind = on.get(id);
      this.setPiece(cell, kind);
      const what = kind ? `${this.picture?.kinds[kind]?.side} ${this.picture?.kinds[kind]?.name}` : "empty";
      cell.group.setAttribute("aria-label", `${cell.name}, ${what}`);
    }
    this.lay(marks);
  }

  /** Lays the marks of a piece over the board, or takes them away. */
  lay(marks: string | undefined): void {
    if (marks === undefined) this.overlay.removeAttribute("href");
    else this.overlay.setAttribute("href", pictureUrl(marks));
  }

  focusSquare(square: number): void {
    if (this.setFocus(square)) this.cells.get(square)!.group.focus({ preventScroll: true });
  }

  /** Where a square is on the screen. */
  place(square: number): DOMRect | undefined {
    return this.cells.get(square)?.under.getBoundingClientRect();
  }

  /** The square at a point of the screen. */
  at(x: number, y: number): number | null {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.picture) return null;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const side = this.picture.side;
    for (const [id, cell] of this.cells) {
      const dx = point.x - cell.x;
      const dy = point.y - cell.y;
      if (dx >= 0 && dx < side && dy >= 0 && dy < side) return id;
    }
    return null;
  }

  private setPiece(cell: Cell, kind: string | undefined): void {
    const picture = kind && this.picture?.kinds[kind];
    if (!picture) {
      cell.piece.removeAttribute("href");
      return;
    }
    const url = pictureUrl(picture.svg);
    if (cell.piece.getAttribute("href") !== url) cell.piece.setAttribute("href", url);
  }

  private marks(cell: Cell, click: Click, occupied: boolean): SVGElement[] {
    const side = this.picture!.side;
    const [x, y] = [cell.x + side / 2, cell.y + side / 2];
    const at = { transform: `translate(${x} ${y})` };
    switch (click.deed) {
      case "cancel":
        return [];
      case "pass":
        return [s("path", { ...at, class: "mark pass", d: "M-8 -10L4 0L-8 10M2 -10L14 0L2 10" })];
      case "pass-or-stop":
        return [
          s("circle", { ...at, class: "mark dot", r: 6 }),
          s("path", { ...at, class: "mark pass", d: "M10 -8L18 0L10 8" }),
        ];
      case "stop":
        return [s("rect", { ...at, class: "mark stop", x: -9, y: -9, width: 18, height: 18 })];
      case "castle":
        return [s("path", { ...at, class: "mark pass", d: "M-12 -4L0 -14L12 -4M-12 8L0 -2L12 8" })];
      case "wall":
      case "name":
        return [s("path", { ...at, class: "mark pass", d: "M0 -13L13 0L0 13L-13 0Z" })];
    }
    if (click.captures && occupied) return [s("circle", { ...at, class: "mark ring", r: 20 })];
    if (click.captures) return [s("path", { ...at, class: "mark cross", d: "M-8 -8L8 8M8 -8L-8 8" })];
    return [s("circle", { ...at, class: "mark dot", r: 7 })];
  }

  private checkMark(cell: Cell): SVGElement {
    const side = this.picture!.side;
    const at = { transform: `translate(${cell.x + side - 8} ${cell.y + 9})` };
    return s("path", { ...at, class: "mark check-sign", d: "M0 -5V1M0 4V4.6" });
  }

  private setFocus(square: number): boolean {
    const next = this.cells.get(square);
    if (!next) return false;
    this.cells.get(this.focus)?.group.setAttribute("tabindex", "-1");
    next.group.setAttribute("tabindex", "0");
    this.focus = square;
    return true;
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      this.step(step[0], step[1]);
      return;
    }
    if ((event.key === "Enter" || event.key === " ") && this.focus >= 0) {
      event.preventDefault();
      this.listener.click(this.focus);
      return;
    }
    this.listener.key(event);
  }

  /** The nearest square in a direction of the screen, holes skipped. */
  private step(dx: number, dy: number): void {
    const from = this.cells.get(this.focus);
    if (!from || !this.picture) return;
    const side = this.picture.side;
    for (let n = 1; n <= 36; n += 1) {
      const [x, y] = [from.x + dx * n * side, from.y + dy * n * side];
      for (const [id, cell] of this.cells) {
        if (Math.abs(cell.x - x) < 1 && Math.abs(cell.y - y) < 1) {
          this.focusSquare(id);
          return;
        }
      }
    }
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const square = this.at(event.clientX, event.clientY);
    if (square === null) return;
    this.pressed = { square, x: event.clientX, y: event.clientY, drags: false, kind: event.pointerType };
  }

  private move(event: PointerEvent): void {
    const pressed = this.pressed;
    if (!pressed) {
      if (event.pointerType === "mouse") this.listener.over(this.at(event.clientX, event.clientY));
      return;
    }
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAGS;
    if (!pressed.drags && far && this.draggable(pressed.square)) {
      pressed.drags = true;
      this.svg.setPointerCapture(event.pointerId);
      this.listener.lift(pressed.square);
      const cell = this.cells.get(pressed.square);
      const url = cell?.piece.getAttribute("href");
      if (url) this.ghost.setAttribute("href", url);
    }
    if (pressed.drags) this.follow(event.clientX, event.clientY);
  }

  /** A piece that comes from elsewhere follows the pointer. */
  carry(kind: string, x: number, y: number): void {
    const picture = this.picture?.kinds[kind];
    if (picture) this.ghost.setAttribute("href", pictureUrl(picture.svg));
    this.follow(x, y);
  }

  /** The lifted piece follows the pointer. */
  private follow(x: number, y: number): void {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.picture) return;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const half = this.picture.side / 2;
    this.ghost.setAttribute("transform", `translate(${point.x - half} ${point.y - half})`);
  }

  private up(event: PointerEvent): void {
    const pressed = this.pressed;
    this.drop();
    const square = this.at(event.clientX, event.clientY);
    if (!pressed || square === null) return;
    if (pressed.drags) {
      this.listener.put(square);
      return;
    }
    const side = this.place(square)?.width ?? SMALL;
    if (pressed.kind === "touch" && side < SMALL && this.focus !== square) {
      // Too small to be hit for sure: the first touch chooses, the second one clicks.
      this.focusSquare(square);
      return;
    }
    this.setFocus(square);
    this.listener.click(square);
  }

  /** No piece follows the pointer any more. */
  drop(): void {
    this.pressed = undefined;
    this.ghost.removeAttribute("href");
  }
}
