// The board: a picture from the library, and a grid of squares on top of it that handles mouse, touch and
// keyboard. The meaning of a click is decided elsewhere.

import { pictureUrl, s } from "./dom";
import { t } from "./language";
import type { BoardPicture, Click, SquareOf, View } from "./types";

export interface Listener {
  click(square: number): void;
  lift(square: number): void;
  put(square: number): void;
  /** The pointer entered a square, or left the board. */
  over(square: number | null): void;
  /** The right mouse button; returns `true` if it was used, so that no circle is drawn. */
  other(square: number): boolean;
  /** A key that no square handles. */
  key(event: KeyboardEvent): void;
}

interface Cell {
  group: SVGGElement;
  under: SVGPolygonElement;
  marks: SVGGElement;
  piece: SVGImageElement;
  name: string;
  x: number;
  y: number;
  file: number;
  corners: [number, number][];
}

/** The distance in pixels from which a pointer movement is a drag. */
const DRAGS = 5;
/** Squares that are smaller, in pixels, are confirmed by a second touch. */
const SMALL = 28;

const DEEDS: Record<string, string> = /* translated */ {
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

/** The duration of a slide, in milliseconds. */
const SLIDE = 180;

/** A circle on a square, or an arrow between two squares, drawn by the user. */
export interface Drawing {
  from: number;
  to: number;
}

/** The state of the board when it was last shown. */
interface Shown {
  node: number;
  parent: number;
  on: Map<number, string>;
  moved: number[][];
}

/** The labels of a square in addition to its piece. */
const NOTES = /* translated */ {
  last: "last move",
  check: "in check",
  origin: "taken up",
  leg: "on the way",
  hint: "hint",
  premove: "premove",
  zone: "in the zone",
};

/** The sides in the names of pieces. */
export const SIDES: Record<string, string> = /* translated */ { white: "white", black: "black" };

/** The bounding rectangle of all squares; for other cells that of the whole picture with its names. */
function squaresBox({ squares, side, cells, width, height }: BoardPicture): { x: number; y: number; width: number; height: number } {
  if (!isGrid(cells)) return { x: 0, y: 0, width, height };
  const [xs, ys] = [squares.map((one) => one.x), squares.map((one) => one.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) + side - x, height: Math.max(...ys) + side - y };
}

/** Whether the cells form rows and columns. */
function isGrid(cells: BoardPicture["cells"]): boolean {
  return cells === "squares" || cells === "intersections";
}

/** Whether a point is inside a polygon. */
function isInside(corners: [number, number][], x: number, y: number): boolean {
  let inside = false;
  corners.forEach(([x1, y1], index) => {
    const [x2, y2] = corners[(index + 1) % corners.length]!;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/** The letters of files and numbers of ranks inside the squares at the edge. */
function edgeNames(picture: BoardPicture): SVGElement[] {
  const { squares, side, cells } = picture;
  if (!isGrid(cells)) return [];
  const name = (x: number, y: number, text: string) => {
    const element = s("text", { x, y, class: "edge-name", "aria-hidden": "true" });
    element.textContent = text;
    return element;
  };
  // The first square of each row and the last one of each column, whatever the shape of the board.
  const rows = new Map<number, SquareOf>();
  const columns = new Map<number, SquareOf>();
  for (const one of squares) {
    const [row, column] = [Math.round(one.y), Math.round(one.x)];
    if (one.x < (rows.get(row)?.x ?? Infinity)) rows.set(row, one);
    if (one.y > (columns.get(column)?.y ?? -Infinity)) columns.set(column, one);
  }
  const parts = (square: string) => /^([a-z]+)(\d+)/.exec(square) ?? ["", "", ""];
  const ranks = [...rows.values()].map((one) => name(one.x + 3, one.y + 12, parts(one.name)[2]!));
  const files = [...columns.values()].map((one) => {
    const file = parts(one.name)[1]!;
    return name(one.x + side - 4 - 6 * file.length, one.y + side - 4, file);
  });
  return [...ranks, ...files];
}

/** The pieces on the board. While a question about a move is open, the mover is on its target. */
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
  /** Whether all pieces can be dragged, as in setting up a position. */
  free = false;
  /** Whether pieces slide; the system setting for reduced motion takes precedence. */
  motion = true;
  /** Whether the squares take the whole width, with coordinates inside them. */
  edge = false;
  /** Receives the squares that the pressed pointer moves over. */
  paint: ((squares: number[]) => void) | undefined;
  /** The squares that are being painted. */
  private stroke: Set<number> | undefined;
  /** The squares of a premove. */
  premove: number[] = [];
  /** Whether a piece of the waiting side can be dragged for a premove. */
  canPremove: (square: number) => boolean = () => false;
  private shown: Shown | undefined;
  /** The square on which the pointer has just dropped a piece. */
  private dropped = -1;
  private movers = s("g", { "aria-hidden": "true", class: "movers" });
  private drawn = s("g", { "aria-hidden": "true", class: "drawn" });
  private drawings: Drawing[] = [];
  private rightFrom: number | undefined;
  private arrowFrom: number | undefined;

  constructor(private readonly listener: Listener) {
    this.svg.addEventListener("keydown", (event) => this.key(event));
    // Screen readers focus squares without key events.
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
      // The mouse is followed until its button is released, because it may draw an arrow.
      if ((event as PointerEvent).pointerType === "mouse") return;
      this.pressed = undefined;
      if (!this.listener.other(square)) this.draw(square, square);
    });
  }

  /** Shows another board. */
  set(picture: BoardPicture): void {
    const root = this.svg.getRootNode() as Document | ShadowRoot;
    const hadFocus = this.svg.contains(root.activeElement ?? null);
    this.picture = picture;
    this.cells.clear();
    const box = this.edge ? squaresBox(picture) : { x: 0, y: 0, width: picture.width, height: picture.height };
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
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
    // In visual order, by ranks and files: on a board of squares from the top left.
    const order = picture.below === "white" ? 1 : -1;
    for (const square of [...picture.squares].sort((a, b) => order * (b.rank - a.rank || a.file - b.file))) {
      const { x, y } = square;
      const at = { x, y, width: picture.side, height: picture.side };
      const cell: Cell = {
        under: s("polygon", { points: square.outline, class: "under" }),
        marks: s("g", { class: "marks" }),
        piece: s("image", { ...at, class: "piece" }),
        group: s("g", { role: "gridcell", tabindex: -1, "data-square": square.name }),
        name: square.name,
        x,
        y,
        file: square.file,
        corners: square.outline.split(" ").map((corner) => corner.split(",").map(Number) as [number, number]),
      };
      cell.group.append(cell.under, cell.piece, cell.marks);
      this.cells.set(square.id, cell);
      let row = rows.get(square.rank);
      if (!row) rows.set(square.rank, (row = s("g", { role: "row" })));
      row.append(cell.group);
    }
    this.ghost.setAttribute("width", String(picture.side));
    this.ghost.setAttribute("height", String(picture.side));
    this.shown = undefined;
    this.movers.replaceChildren();
    const names = this.edge ? edgeNames(picture) : [];
    this.svg.replaceChildren(ground, ...names, ...rows.values(), this.movers, this.overlay, this.drawn, this.ghost);
    this.redraw();
    if (!this.cells.has(this.focus)) this.focus = this.cells.keys().next().value ?? -1;
    this.cells.get(this.focus)?.group.setAttribute("tabindex", "0");
    if (hadFocus) this.focusSquare(this.focus);
  }

  name(square: number): string {
    return this.cells.get(square)?.name ?? "";
  }

  /** Shows a position, and the entered part of a move. */
  show(view: View, hint: number[] = []): void {
    const on = placed(view);
    const [walls, holes, zone] = [view.walls, view.holes, view.zone].map((squares) => new Set(squares)) as [Set<number>, Set<number>, Set<number>];
    this.svg.classList.toggle("paints", !!this.paint);
    const clicks = new Map(view.input.squares.map((click) => [click.square, click]));
    this.draggable = (square) =>
      this.free
        ? on.has(square)
        : clicks.get(square)?.deed === "begin" || view.input.legs.includes(square) || (on.has(square) && this.canPremove(square));
    // A finger drags pieces that are large enough, and scrolls the page everywhere else.
    const isLarge = (this.place(view.input.squares[0]?.square ?? this.focus)?.width ?? 0) >= SMALL;
    for (const [id, cell] of this.cells) {
      const kind = on.get(id);
      const click = clicks.get(id);
      const classes = ["under"];
      if (isLarge && this.draggable(id)) classes.push("can");
      const notes: string[] = [];
      if (view.last.includes(id)) (classes.push("last"), notes.push(NOTES.last));
      if (view.check.includes(id)) (classes.push("check"), notes.push(NOTES.check));
      if (view.input.origin?.square === id) (classes.push("origin"), notes.push(NOTES.origin));
      if (view.input.legs.includes(id)) (classes.push("leg"), notes.push(NOTES.leg));
      if (view.input.target === id) classes.push("origin");
      if (hint.includes(id)) (classes.push("hint"), notes.push(NOTES.hint));
      if (this.premove.includes(id)) (classes.push("premove"), notes.push(NOTES.premove));
      if (walls.has(id)) classes.push("wall");
      if (holes.has(id)) classes.push("hole");
      if (zone.has(id)) (classes.push("zone"), notes.push(NOTES.zone));
      cell.under.setAttribute("class", classes.join(" "));
      this.setPiece(cell, kind);
      const marks = click && click.deed !== "begin" ? this.marks(cell, click, !!kind) : [];
      if (view.check.includes(id)) marks.push(this.checkMark(cell));
      cell.marks.replaceChildren(...marks);
      const words = [cell.name, walls.has(id) ? t("wall") : holes.has(id) ? t("hole") : this.pieceName(kind), ...notes.map((note) => t(note))];
      if (click && click.deed !== "cancel") words.push(t(DEEDS[click.deed] ?? click.deed));
      if (click?.captures && click.deed !== "begin") words.push(t("capture"));
      cell.group.setAttribute("aria-label", words.join(", "));
      cell.group.setAttribute("aria-selected", String(view.input.origin?.square === id));
    }
    this.lay(undefined);
    const node = view.line.nodes.find((one) => one.id === view.line.current);
    const next = { node: view.line.current, parent: node?.parent ?? -1, on, moved: view.moved ?? [] };
    this.slide(this.shown, next);
    this.shown = next;
    this.dropped = -1;
  }

  private pieceName(kind: string | undefined): string {
    const piece = kind && this.picture?.kinds[kind];
    return piece ? `${t(SIDES[piece.side]!)} ${piece.name}` : t("empty");
  }

  private get moves(): boolean {
    return this.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Animates the pieces of one step forward or back in the game. */
  private slide(before: Shown | undefined, after: Shown): void {
    if (!before || before.node === after.node || !this.moves) return;
    const forward = after.parent === before.node && after.node !== 0;
    const back = before.parent === after.node && before.node !== 0;
    if (!forward && !back) return;
    const paths = forward ? after.moved : before.moved.map((path) => [...path].reverse());
    const slid = new Set<number>();
    for (const path of paths) {
      const [from, to] = [path[0]!, path.at(-1)!];
      const kind = after.on.get(to);
      // A dragged piece, or one already shown on its target for a question, is in place.
      if (!kind || to === this.dropped || !before.on.has(from)) continue;
      slid.add(to);
      this.glide(path, before.on.get(from)!, to);
    }
    const origins = new Set(paths.map((path) => path[0]!));
    for (const [square, kind] of before.on) {
      if (after.on.get(square) === kind && !paths.some((path) => path.at(-1) === square)) continue;
      if (!origins.has(square)) this.fade(square, kind);
    }
    const targets = new Set(paths.map((path) => path.at(-1)!));
    for (const [square, kind] of after.on) {
      if (before.on.get(square) === kind || targets.has(square) || slid.has(square) || square === this.dropped) continue;
      this.cells.get(square)?.piece.animate([{ opacity: 0 }, { opacity: 1 }], SLIDE);
    }
  }

  /** Slides a piece along a path, above the others. */
  private glide(path: number[], kind: string, to: number): void {
    const cells = path.map((square) => this.cells.get(square));
    const picture = this.picture?.kinds[kind];
    if (!picture || cells.some((cell) => !cell)) return;
    const image = this.moving(picture.svg);
    const frames = cells.map((cell) => ({ transform: `translate(${cell!.x}px, ${cell!.y}px)` }));
    const time = SLIDE * Math.min(2, 1 + (path.length - 2) / 3);
    image.animate(frames, { duration: time, easing: path.length > 2 ? "linear" : "ease-out", fill: "forwards" }).onfinish = () => image.remove();
    this.cells.get(to)!.piece.animate([{ opacity: 0 }, { opacity: 0 }], time);
  }

  /** Fades out a captured piece. */
  private fade(square: number, kind: string): void {
    const cell = this.cells.get(square);
    const picture = this.picture?.kinds[kind];
    if (!cell || !picture) return;
    const image = this.moving(picture.svg);
    image.setAttribute("x", String(cell.x));
    image.setAttribute("y", String(cell.y));
    this.movers.prepend(image);
    image.animate([{ opacity: 1 }, { opacity: 0 }], { duration: SLIDE, fill: "forwards" }).onfinish = () => image.remove();
  }

  private moving(svg: string): SVGImageElement {
    const side = this.picture!.side;
    const image = s("image", { href: pictureUrl(svg), width: side, height: side });
    this.movers.append(image);
    return image;
  }

  /** Marks the square of a piece whose moves are drawn. */
  spotlight(square: number): void {
    this.cells.get(square)?.under.classList.add("origin");
  }

  /** A short pulse of the board after a change of its rules. */
  pulse(): void {
    if (this.moves) this.svg.animate([{ transform: "scale(1)" }, { transform: "scale(1.02)" }, { transform: "scale(1)" }], 2 * SLIDE);
  }

  /** Draws an arrow, or a circle if both squares are the same; drawing it again removes it. */
  draw(from: number, to: number): void {
    const rest = this.drawings.filter((one) => one.from !== from || one.to !== to);
    this.drawings = rest.length < this.drawings.length ? rest : [...rest, { from, to }];
    this.redraw();
  }

  clearDrawings(): void {
    if (this.drawings.length === 0) return;
    this.drawings = [];
    this.redraw();
  }

  private redraw(): void {
    const side = this.picture?.side ?? 0;
    const shapes = this.drawings.flatMap(({ from, to }): SVGElement[] => {
      const [a, b] = [this.cells.get(from), this.cells.get(to)];
      if (!a || !b) return [];
      const [x, y] = [a.x + side / 2, a.y + side / 2];
      if (from === to) return [s("circle", { cx: x, cy: y, r: side / 2 - 5 })];
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const length = Math.hypot(dx, dy);
      const [ux, uy] = [dx / length, dy / length];
      const [tx, ty] = [x + dx - ux * 4, y + dy - uy * 4];
      const [hx, hy] = [tx - ux * 18, ty - uy * 18];
      const head = `${tx},${ty} ${hx - uy * 10},${hy + ux * 10} ${hx + uy * 10},${hy - ux * 10}`;
      return [s("line", { x1: x + ux * 12, y1: y + uy * 12, x2: hx, y2: hy }), s("polygon", { points: head })];
    });
    this.drawn.replaceChildren(...shapes);
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
      cell.group.setAttribute("aria-label", `${cell.name}, ${this.pieceName(kind)}`);
    }
    this.shown = undefined;
    this.lay(marks);
  }

  /** Shows the marks of a piece as an overlay, or removes them. */
  lay(marks: string | undefined): void {
    if (marks === undefined) this.overlay.removeAttribute("href");
    else this.overlay.setAttribute("href", pictureUrl(marks));
  }

  focusSquare(square: number): void {
    if (this.setFocus(square)) this.cells.get(square)!.group.focus({ preventScroll: true });
  }

  /** The rectangle of a square on the screen. */
  place(square: number): DOMRect | undefined {
    return this.cells.get(square)?.under.getBoundingClientRect();
  }

  /** The square at a point of the screen. */
  at(x: number, y: number): number | null {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.picture) return null;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    for (const [id, cell] of this.cells) if (isInside(cell.corners, point.x, point.y)) return id;
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
    if (!event.ctrlKey && !event.altKey && !event.metaKey && this.focus >= 0) {
      if (event.key === "c") return this.draw(this.focus, this.focus);
      if (event.key === "a") {
        // The first square starts the arrow, the second one ends it.
        if (this.arrowFrom === undefined) this.arrowFrom = this.focus;
        else {
          if (this.arrowFrom !== this.focus) this.draw(this.arrowFrom, this.focus);
          this.arrowFrom = undefined;
        }
        return;
      }
    }
    if (event.key === "Escape") {
      this.arrowFrom = undefined;
      this.clearDrawings();
    }
    this.listener.key(event);
  }

  /** The nearest cell in a direction of the screen; in rows and columns holes are skipped. */
  private step(dx: number, dy: number): void {
    const from = this.cells.get(this.focus);
    if (!from || !this.picture) return;
    const isStraight = isGrid(this.picture.cells);
    let [best, least] = [-1, Infinity];
    for (const [id, cell] of this.cells) {
      const [x, y] = [cell.x - from.x, cell.y - from.y];
      const forward = x * dx + y * dy;
      const aside = x * dy + y * dx;
      if (forward < 1 || Math.abs(aside) > (isStraight ? 1 : forward)) continue;
      // On hexes, horizontal steps alternate between up and down, to stay in the row.
      const turn = dx !== 0 && y > 0 === (from.file % 2 > 0) ? 1 : 0;
      const far = forward + 1.4 * Math.abs(aside) + turn;
      if (far < least) [best, least] = [id, far];
    }
    if (best >= 0) this.focusSquare(best);
  }

  private down(event: PointerEvent): void {
    const square = this.at(event.clientX, event.clientY);
    if (event.button === 2 && square !== null) {
      this.rightFrom = square;
      this.svg.setPointerCapture(event.pointerId);
    }
    if (event.button !== 0) return;
    this.clearDrawings();
    if (square === null) return;
    if (this.paint) {
      this.stroke = new Set();
      this.svg.setPointerCapture(event.pointerId);
      this.brush(square);
      return;
    }
    this.pressed = { square, x: event.clientX, y: event.clientY, drags: false, kind: event.pointerType };
  }

  /** Adds a square to the brush stroke. */
  private brush(square: number | null): void {
    if (square === null || !this.stroke) return;
    this.stroke.add(square);
    this.cells.get(square)?.under.classList.add("stroke");
  }

  private move(event: PointerEvent): void {
    if (this.stroke) return this.brush(this.at(event.clientX, event.clientY));
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
      cell?.piece.classList.add("lifted");
    }
    if (pressed.drags) this.follow(event.clientX, event.clientY);
  }

  /** Lets a piece from elsewhere follow the pointer. */
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
    if (event.button === 2) {
      const from = this.rightFrom;
      this.rightFrom = undefined;
      const to = this.at(event.clientX, event.clientY);
      if (from === undefined || to === null) return;
      if (from !== to || !this.listener.other(to)) this.draw(from, to);
      return;
    }
    if (this.stroke) {
      const squares = [...this.stroke];
      this.drop();
      this.setFocus(squares[0]!);
      return this.paint?.(squares);
    }
    const pressed = this.pressed;
    this.drop();
    const square = this.at(event.clientX, event.clientY);
    if (!pressed || square === null) return;
    if (pressed.drags) {
      this.dropped = square;
      this.listener.put(square);
      return;
    }
    const side = this.place(square)?.width ?? SMALL;
    if (pressed.kind === "touch" && side < SMALL && this.focus !== square) {
      // Small squares are hard to hit, so the first touch selects and the second one clicks.
      this.focusSquare(square);
      return;
    }
    this.setFocus(square);
    this.listener.click(square);
  }

  /** Stops the dragged piece from following the pointer. */
  drop(): void {
    this.pressed = undefined;
    for (const square of this.stroke ?? []) this.cells.get(square)?.under.classList.remove("stroke");
    this.stroke = undefined;
    this.ghost.removeAttribute("href");
    this.svg.querySelector(".lifted")?.classList.remove("lifted");
  }
}
