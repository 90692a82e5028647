// The page: connects the definition with its game.

import { Client, Refused, Restarted } from "./client";
import { dialog, field } from "./dialog";
import { byId, download, h } from "./dom";
import { common, Editor } from "./editor";
import { FIRST, FIRST_MOVE, firstFile, movesRequest, squareOf } from "./first";
import { Game, nameLevel } from "./game";
import { definitionOf, randomGame, showGames } from "./games";
import { LANGUAGES, learn, t, translate } from "./language";
import { startWorker, unpacked } from "./library";
import { page } from "./markdown";
import { pieceButtons, press } from "./palette";
import { animatedGif, png } from "./pictures";
import { type NewPiece, type PieceChange, Pieces } from "./pieces";
import { type Settings, keepSettings, pieceStyle, settings } from "./settings";
import { type Address, type Face, faceOf, fromHash, quoted, type Shared } from "./share";
import { address, passOn, showShare } from "./sharing";
import { keepGame, showShelf } from "./shelf";
import { sound } from "./sound";
import type { Edit, Failure, Finding, Opened, Place, Theme, View } from "./types";
import { endWelcome, welcome } from "./welcome";
import { sentence } from "./words";
import { Workbench } from "./workbench";

/** The pause in typing after which a definition is read, in milliseconds. */
const PAUSE = 80;
/** The pause in typing after which findings are requested, in milliseconds. */
const FINDINGS_PAUSE = 120;
/** The reading time after which the board is marked as outdated, in milliseconds. */
const LAGS = 150;

const FORMATS: Record<string, string> = {
  toml: "TOML",
  "fairy-stockfish": "variants.ini",
  "fairy-stockfish-x": "variants.ini (Fairy-Stockfish-X)",
  "fairy-max": "Fairy-Max",
  diagram: "Interactive Diagram",
};

let patience = 2000;
const client = new Client(() => patience, startWorker);
/** A separate client for the editor, so that findings never delay the board. */
const editorClient = new Client(() => Math.max(patience, 5000), startWorker);
const dark = matchMedia("(prefers-color-scheme: dark)");
let face: Face = faceOf(location.hash);
/** The theme that the URL selects. */
let addressed: Theme | undefined;
let theme: Theme = dark.matches ? "dark" : "light";
let variant: string | undefined;
let query: string | undefined;
/** The last playable text. */
let good = FIRST;
let timer = 0;
let findingsTimer = 0;
let lagTimer = 0;
/** Whether the welcome screen itself changes the text. */
let isGreeting = false;
/** The key of the game on the shelf. */
let gameId = newId();

const game = new Game(client, {
  task: () => ({ text: good, variant, query }),
  theme: () => theme,
});
const pieces = new Pieces(client, game, { theme: () => theme, rewrite, alter: alterPiece, add: addPiece });
const workbench = new Workbench(client, game, {
  theme: () => theme,
  definition: () => ({ text: editor.text, variant }),
  write: async (text) => {
    editor.text = text;
    await reread();
  },
  undo: (back) => editor.undo(back),
  closed: () => openTab("definition"),
});
const editor = new Editor({
  changed: () => {
    // The user has begun a game of their own.
    if (!isGreeting) endWelcome();
    clearTimeout(timer);
    timer = window.setTimeout(() => void reread(), PAUSE);
    if (!lagTimer) lagTimer = window.setTimeout(() => game.setOutdated("reading"), PAUSE + LAGS);
  },
  complete: (line, character) => lsp("textDocument/completion", line, character),
  hover: (line, character) => lsp("textDocument/hover", line, character),
});

async function lsp(method: string, line: number, character: number): Promise<unknown> {
  // The language server must know the current text.
  await check(editor.text);
  return editorClient.ask({ op: "lsp", theme, message: { method, params: { position: { line, character } } } });
}

let checked: { text: string; findings: Promise<Finding[]> } | undefined;

/** Requests the findings about a text; the editorClient keeps the text for later requests of the editor. */
function check(text: string): Promise<Finding[]> {
  if (checked?.text !== text) {
    const findings = editorClient.ask<{ findings: Finding[] }>({ op: "check", text }, 20_000).then((said) => said.findings);
    checked = { text, findings };
    findings.catch(() => (checked = undefined));
  }
  return checked.findings;
}

/** Shows the findings about the text when they arrive. */
function findLater(failure: Failure | undefined): void {
  clearTimeout(findingsTimer);
  const text = editor.text;
  const find = async () => {
    try {
      const findings = await check(text);
      if (editor.text === text) showAllFindings(findings, failure);
    } catch {
      // The board reports texts that cannot be read.
    }
  };
  findingsTimer = window.setTimeout(() => void find(), FINDINGS_PAUSE);
}

function newId(): string {
  return Math.random().toString(36).slice(2, 10);
}

client.onrestart = () => {
  // Restores the state in the new worker before any other request.
  const request = { op: "open", text: good, variant, query, fen: game.fen, moves: game.view?.moves ?? [] };
  void client.ask<Opened>(request, 10_000).then((opened) => opened.view && game.renew(opened.view), () => {});
};

/** Whether a text is an edited version of another one, not a replacement. */
function isEdited(before: string, after: string): boolean {
  const { head, tail } = common(before, after);
  return 2 * (head + tail) >= Math.min(before.length, after.length);
}

/** Reads the text again; the game continues as far as its moves are still legal. */
async function reread(keep = true): Promise<boolean> {
  clearTimeout(timer);
  const text = editor.text;
  if (!isEdited(good, text)) {
    keep = false;
    variant = undefined;
    query = undefined;
  }
  try {
    const moves = keep ? (game.view?.moves ?? []) : [];
    const fen = keep ? game.fen : undefined;
    const opened = await client.ask<Opened>({ op: "open", text, variant, query, fen, moves, unchecked: true });
    if (editor.text !== text) return false;
    await show(opened, text);
    return opened.variant !== null;
  } catch (error) {
    const why = error instanceof Restarted ? t("The definition takes too long and was given up") : String(error);
    game.setOutdated("refused");
    showFindings([], `${why}: ${(error as Error).message}.`);
    return false;
  } finally {
    if (editor.text === text) endLag();
  }
}

function endLag(): void {
  clearTimeout(lagTimer);
  lagTimer = 0;
}

async function show(opened: Opened, text: string): Promise<void> {
  endLag();
  byId("format").textContent = opened.format ? (FORMATS[opened.format] ?? opened.format) : t("not recognized");
  const select = byId<HTMLSelectElement>("variant");
  byId("variant-label").hidden = opened.variants.length < 2;
  select.replaceChildren(...opened.variants.map((one) => h("option", { value: one.name }, one.title)));
  const refusal = opened.refusal;
  // A refusal is shown immediately; the other findings follow.
  if (refusal) showFindings(opened.findings, told(refusal));
  if (text === FIRST) showAllFindings(opened.findings, refusal);
  else findLater(refusal);
  const isPlayed = !!opened.variant && !!opened.view;
  game.setOutdated(isPlayed || !game.view ? "no" : "refused");
  document.documentElement.toggleAttribute("data-empty", !isPlayed && !game.view);
  if (!opened.variant || !opened.view) return;
  good = text;
  variant = opened.variant;
  select.value = opened.variant;
  showOptions(opened);
  if (game.instead && !workbench.isOpen) pieces.end();
  await game.renew(opened.view);
  if (refusal) game.say(told(refusal));
  await pieces.renew();
  // Changed last: then the new game is shown completely.
  byId("about-author").textContent = byId("author").textContent = opened.source ?? "";
  byId("about-title").textContent = opened.title ?? opened.variant;
  byId("title").textContent = opened.title ?? opened.variant;
  document.title = `${byId("title").textContent} – Ferz`;
}

/** The message of a finding without its remedy. */
function messageOf(finding: Finding): string {
  return finding.message.split("\nhelp: ")[0]!;
}

function showAllFindings(findings: Finding[], failure: Failure | undefined): void {
  const isFound = findings.some((finding) => finding.severity === 1 && messageOf(finding) === failure?.message);
  editor.find(findings);
  showFindings(findings, failure && !isFound ? told(failure) : undefined);
}

function told(failure: Failure): string {
  return sentence(failure.message) + (failure.help ? " " + sentence(failure.help) : "");
}

function showFindings(findings: Finding[], more?: string): void {
  const words = /* translated */ { 1: "error", 2: "warning", 3: "info" } as const;
  const rows = findings.map((finding) => {
    const kind = words[finding.severity];
    const message = messageOf(finding);
    const help = finding.message.split("\nhelp: ")[1];
    const go = h("button", { class: "quiet" }, t("line {n}", { n: finding.range.start.line + 1 }));
    go.addEventListener("click", () => {
      openTab("definition");
      editor.goto(finding);
    });
    const code = h("button", { class: "code quiet" }, finding.code);
    code.addEventListener("click", () => void explain(finding.code));
    const fixes = (finding.data ?? []).map((fix) => {
      const button = h("button", {}, fix.title);
      button.addEventListener("click", () => (editor.text = applied(editor.text, fix.edits)));
      return button;
    });
    return h("li", { class: kind }, `${t(kind)} `, code, " ", go, ` ${sentence(message)}`,
      h("span", { class: "remedy" }, help ? h("span", { class: "help" }, sentence(help)) : null, ...fixes));
  });
  if (more) rows.unshift(h("li", { class: "error" }, more));
  byId("findings").replaceChildren(...rows);
  const errors = findings.filter((one) => one.severity === 1).length + (more ? 1 : 0);
  const others = rows.length - errors;
  const count = (n: number, one: string, many: string) => (n === 0 ? [] : [n === 1 ? one : many]);
  byId("strip").hidden = rows.length === 0;
  byId("strip").classList.toggle("bad", errors > 0);
  byId("strip-title").textContent = [...count(errors, t("1 error"), t("{n} errors", { n: errors })), ...count(others, t("1 remark"), t("{n} remarks", { n: others }))].join(", ");
}

/** Applies edits, which have positions as lines and UTF-16 units. */
function applied(text: string, edits: Edit[]): string {
  const lines = text.split("\n");
  const at = (place: Place) =>
    lines.slice(0, place.line).reduce((sum, line) => sum + line.length + 1, 0) + place.character;
  const spans = edits.map((edit) => ({ from: at(edit.range.start), to: at(edit.range.end), text: edit.newText }));
  spans.sort((a, b) => b.from - a.from);
  return spans.reduce((whole, span) => whole.slice(0, span.from) + span.text + whole.slice(span.to), text);
}

function showOptions(opened: Opened): void {
  const box = byId("options");
  const chosen = new URLSearchParams(query ?? "");
  const set = (name: string, value: string) => {
    chosen.set(name, value);
    query = [...chosen].map(([key, one]) => `${key}=${one}`).join("&");
    void reread(false);
  };
  const fields = (opened.options ?? []).map((option) => {
    if (!option.values) {
      const from = String(option.from ?? 0);
      const value = chosen.get(option.name) ?? String(option.default ?? from);
      const field = h("input", { type: "number", min: from, max: String(option.to), value });
      field.addEventListener("change", () => set(option.name, field.value));
      const shuffle = h("button", {}, t("Shuffle"));
      shuffle.addEventListener("click", () => {
        const [low, high] = [option.from ?? 0, option.to ?? 0];
        set(option.name, String(low + Math.floor(Math.random() * (high - low + 1))));
      });
      return h("span", {}, h("label", {}, `${option.name} `, field), " ", shuffle);
    }
    const field = h("select", {}, ...option.values.map((one) =>
      h("option", { value: one.value, title: one.about ?? "" }, one.about ? `${one.value}: ${one.about}` : one.value)));
    field.value = chosen.get(option.name) ?? option.values[0]?.value ?? "";
    field.addEventListener("change", () => set(option.name, field.value));
    return h("label", {}, `${option.name} `, field);
  });
  box.hidden = fields.length === 0;
  box.replaceChildren(...fields);
}

/** The latest change of the definition; the next one starts from its text. */
let changing: Promise<unknown> = Promise.resolve();

/** Changes the definition by a request, after earlier changes. Returns whether that succeeded. */
function changeText(request: object): Promise<boolean> {
  const change = async () => {
    try {
      const said = await client.ask<{ text: string }>({ ...request, text: editor.text, variant }, 10_000);
      editor.text = said.text;
      await reread();
      return true;
    } catch (error) {
      game.complain(error);
      return false;
    }
  };
  const changed = changing.then(change);
  changing = changed;
  return changed;
}

async function rewrite(piece: string, betza: string): Promise<void> {
  await changeText({ op: "rewrite", piece, betza });
}

/** Changes the letter, value or picture of a piece; if that fails, its fields are reset. */
async function alterPiece(piece: string, altered: PieceChange): Promise<void> {
  const isChanged = await changeText({ op: "change", change: { change: "alter", piece, ...altered } });
  if (!isChanged) await pieces.renew();
}

/** Adds a piece to the definition and selects it, so that it can be put on the board. */
async function addPiece(piece: NewPiece): Promise<void> {
  if (!(await changeText({ op: "change", change: { change: "piece", ...piece } }))) return;
  const kinds = Object.entries(game.picture?.kinds ?? {});
  openTab("board", kinds.find(([, kind]) => kind.name === piece.name && kind.side === "white")?.[0]);
  byId("board").scrollIntoView({ block: "nearest" });
}

/** Loads another definition in place of the current one. */
async function load(text: string): Promise<void> {
  variant = undefined;
  query = undefined;
  game.fen = undefined;
  editor.text = text;
  await reread(false);
}

async function explain(code: string): Promise<void> {
  const said = await client.ask<{ title: string; text: string }>({ op: "explain", code });
  dialog(`${code}: ${said.title}`, h("p", {}, said.text));
}

async function rules(): Promise<void> {
  const said = await client.ask<{ markdown: string; pictures: Record<string, string> }>({ op: "rules", theme }, 10_000);
  dialog(t("Rules: {title}", { title: titleOf() }), page(said.markdown, said.pictures));
}

function titleOf(): string {
  return byId("title").textContent ?? "";
}

/** The definition and the game in a form that can be shared. */
function shared(): Shared {
  return { text: good, variant, query, fen: game.fen, moves: game.view?.moves };
}

/** Loads another definition, and starts its game. */
async function begin(text: string): Promise<void> {
  endWelcome();
  gameId = newId();
  await load(text);
}

async function convert(to: string, of = editor.text): Promise<void> {
  try {
    const said = await client.ask<{ text: string; losses: { place: string; message: string }[] }>({ op: "convert", text: of, variant, to });
    editor.text = said.text;
    await reread();
    const lost = said.losses.map((loss) => h("li", {}, `${loss.place}: ${loss.message}`));
    if (lost.length > 0) dialog(t("Left out"), h("p", {}, t("{format} cannot say this; undo brings the definition back.", { format: FORMATS[to] ?? to })), h("ul", {}, ...lost));
  } catch (error) {
    game.complain(error);
  }
}

function setTheme(next: Theme): void {
  theme = next;
  document.documentElement.dataset.theme = next;
  byId("theme").setAttribute("aria-pressed", String(next === "dark"));
}

const TABS = ["definition", "pieces", "make", "board"];

/** Opens a tab; on the workbench a piece can be selected. */
function openTab(name: string, kind?: string): void {
  if (name === "board") void editor.load().then(() => workbench.open(kind)).catch((error) => game.complain(error));
  else void workbench.close().catch((error) => game.complain(error));
  if (name === "make") void pieces.offerShapes().catch(() => {});
  for (const one of TABS) {
    const tab = byId(`tab-${one}`);
    tab.setAttribute("aria-selected", String(one === name));
    tab.setAttribute("tabindex", one === name ? "0" : "-1");
    byId(`panel-${one}`).hidden = one !== name;
  }
}

function tabs(): void {
  for (const [index, name] of TABS.entries()) {
    const tab = byId(`tab-${name}`);
    tab.addEventListener("click", () => openTab(name));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = TABS[(index + step + TABS.length) % TABS.length]!;
      openTab(next);
      byId(`tab-${next}`).focus();
    });
  }
}

function editPosition(): void {
  const button = byId("edit");
  const palette = byId("palette");
  let chosen: string | null = null;
  const stop = () => {
    button.setAttribute("aria-pressed", "false");
    palette.hidden = true;
    game.board.free = false;
    game.instead = undefined;
    if (game.view) game.take(game.view);
  };
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-pressed") === "true") return stop();
    game.instead?.end?.();
    button.setAttribute("aria-pressed", "true");
    palette.hidden = false;
    const choose = (kind: string | null, element: HTMLElement) => {
      chosen = kind;
      press(element, [eraser, ...buttons]);
    };
    const buttons = pieceButtons(game.picture, choose);
    const eraser = h("button", { "aria-pressed": "true" }, t("Take away"));
    eraser.addEventListener("click", () => choose(null, eraser));
    chosen = null;
    const change = (what: object) => void game.order({ op: "edit", ...what });
    const clear = h("button", {}, t("Clear the board"));
    clear.addEventListener("click", () => change({ change: "clear" }));
    const turn = h("button", {}, t("Other side to move"));
    turn.addEventListener("click", () => change({ change: "turn", turn: game.view?.turn === "white" ? "black" : "white" }));
    const hand = h("button", {}, t("Into the hand"));
    hand.addEventListener("click", () => {
      if (chosen === null) game.say(t("Choose a piece for the hand first."));
      else change({ change: "hand", kind: chosen, more: true });
    });
    palette.replaceChildren(eraser, ...buttons, clear, turn, hand);
    game.board.free = true;
    game.instead = {
      click: (square) => change({ change: "square", square, kind: chosen }),
      move: (from, to) => change({ change: "move", from, to }),
      hand: (kind) => change({ change: "hand", kind, more: false }),
      end: stop,
    };
    if (game.view) game.take(game.view);
    game.say(t("Choose a piece below the board and click squares, or drag pieces."));
  });
}

function picture(): object {
  return { theme, pieces: pieceStyle(), below: game.below };
}

async function svg(): Promise<string> {
  return (await client.ask<{ svg: string }>({ op: "picture", ...picture() })).svg;
}

/** The game so far as an animated picture. */
async function animation(): Promise<Blob> {
  const svgs = await client.ask<string[]>({ op: "pictures", ...picture() }, 20_000);
  return animatedGif(svgs);
}

function listen(): void {
  const on = (id: string, act: () => unknown) =>
    byId(id).addEventListener("click", async () => {
      try {
        await act();
      } catch (error) {
        game.complain(error);
      }
    });
  on("games", () => showGames(theme, (text) => void begin(text)));
  on("rules", rules);
  on("share", () =>
    showShare(shared(), titleOf(), {
      svg: () => byId("svg-save").click(),
      png: () => byId("png-save").click(),
      animation: game.view?.moves.length ? () => byId("animation-save").click() : undefined,
    }),
  );
  on("shelf", () =>
    showShelf((kept, id) => {
      endWelcome();
      gameId = id;
      void takeUp(kept).catch((error) => game.complain(error));
    }),
  );
  on("settings", showSettings);
  on("friend", async () => game.say(await passOn(shared(), titleOf())));
  on("about-change", () => setFace("design"));
  on("about-rules", rules);
  on("theme", () => {
    addressed = undefined;
    keepSettings({ theme: theme === "dark" ? "light" : "dark" });
    return retheme();
  });
  on("new-game", async () => {
    gameId = newId();
    openSheet(false);
    game.fen = undefined;
    if (await reread(false)) return;
    // The definition has an error; the game that is played continues.
    const opened = await client.ask<Opened>({ op: "open", text: good, variant, query });
    if (opened.view) game.take(opened.view);
  });
  on("tidy", async () => {
    editor.text = (await client.ask<{ text: string }>({ op: "format", text: editor.text })).text;
  });
  on("resolve", () => convert("toml"));
  on("fen-set", async () => {
    const fen = byId<HTMLInputElement>("fen").value;
    game.take(await client.ask<View>({ op: "fen", fen }));
  });
  on("pgn-read", async () => {
    game.take(await client.ask<View>({ op: "read", text: byId<HTMLTextAreaElement>("pgn").value }, 10_000));
  });
  const write = async (form: string) => (await client.ask<{ text: string }>({ op: "write", form })).text;
  on("pgn-save", async () => {
    const text = await write("pgn");
    byId<HTMLTextAreaElement>("pgn").value = text;
    download(`${variant ?? "game"}.pgn`, "application/x-chess-pgn", text);
  });
  on("record-save", async () => download(`${variant ?? "game"}.record.pgn`, "text/plain", await write("record")));
  on("svg-save", async () => download(`${variant ?? "game"}.svg`, "image/svg+xml", await svg()));
  on("png-save", async () => download(`${variant ?? "game"}.png`, "image/png", await png(await svg())));
  on("animation-save", async () => download(`${variant ?? "game"}-game.gif`, "image/gif", await client.working(animation())));
  on("text-save", () => download(`${variant ?? "game"}.toml`, "text/plain", editor.text));
  byId("convert").addEventListener("change", () => {
    const select = byId<HTMLSelectElement>("convert");
    const to = select.value;
    select.value = "";
    if (to) void convert(to);
  });
  byId("variant").addEventListener("change", () => {
    variant = byId<HTMLSelectElement>("variant").value;
    query = undefined;
    game.fen = undefined;
    void reread(false);
  });
  addEventListener("hashchange", () => void fromAddress().catch((error) => game.complain(error)));
  addEventListener("pagehide", keep);
  byId("strip").addEventListener("toggle", () => keepSettings({ strip: byId<HTMLDetailsElement>("strip").open }));
  dark.addEventListener("change", () => void retheme().catch(() => {}));
  for (const id of SETTINGS) byId(id).addEventListener("change", () => keepSettings({ [id]: byId<HTMLInputElement>(id).value }));
  client.onbusy = (isBusy) => (byId("busy").hidden = !isBusy);
  game.onmove = () => {
    if (face !== "embed") keepGame(gameId, titleOf(), shared());
  };
  listenToSheet();
}

/** Applies the selected theme. */
async function retheme(): Promise<void> {
  const system = dark.matches ? "dark" : "light";
  const wanted = addressed ?? (settings.theme === "system" ? system : settings.theme);
  if (wanted === theme) return;
  setTheme(wanted);
  await game.redraw();
  await pieces.renew();
}

/** On phones, everything except the board is in a sheet. */
const narrow = matchMedia("(max-width: 720px)");

function openSheet(isOpen: boolean): void {
  const sheet = byId("sheet");
  if (sheet.classList.contains("open") === isOpen) return;
  sheet.classList.toggle("open", isOpen);
  byId("menu").setAttribute("aria-expanded", String(isOpen));
  if (isOpen) byId("sheet-close").focus();
  else if (narrow.matches) byId("menu").focus();
}

function listenToSheet(): void {
  byId("menu").addEventListener("click", () => openSheet(!byId("sheet").classList.contains("open")));
  for (const id of ["sheet-close", "nav", "friend"]) byId(id).addEventListener("click", () => openSheet(false));
  byId("sheet").addEventListener("keydown", (event) => {
    if (event.key === "Escape") openSheet(false);
  });
  document.addEventListener("pointerdown", (event) => {
    const at = event.target as Element;
    if (!at.closest("#sheet, #menu, dialog")) openSheet(false);
  });
  game.ontyped = () => narrow.matches && openSheet(true);
  // The buttons are in the header on wide pages and in the sheet on narrow ones.
  const place = () => {
    if (narrow.matches) {
      byId("sheet-close").after(byId("nav"));
      byId("palette").after(byId("about"));
    } else {
      document.querySelector("header")!.append(byId("nav"));
      byId("sheet").prepend(byId("about"));
    }
    game.board.edge = narrow.matches;
  };
  narrow.addEventListener("change", () => {
    place();
    void game.redraw().catch(() => {});
  });
  place();
}

/** Switches the face of the page. */
function setFace(next: Face): void {
  face = next;
  document.documentElement.dataset.face = next;
  byId("open-page").hidden = next !== "embed";
  if (next === "embed") sound.isOn = false;
  if (next !== "design" && workbench.isOpen) openTab("definition");
  openSheet(false);
  if (next === "design") void editor.load().then(() => findLater(undefined));
}

function choice(id: string, values: Record<string, string>, value: string, act: (value: string) => unknown): HTMLSelectElement {
  const select = h("select", { id }, ...Object.entries(values).map(([one, words]) => h("option", { value: one }, words)));
  select.value = value;
  select.addEventListener("change", () => void act(select.value));
  return select;
}

function checkBox(id: string, value: boolean, act: (value: boolean) => void): HTMLInputElement {
  const box = h("input", { type: "checkbox", id });
  box.checked = value;
  box.addEventListener("change", () => act(box.checked));
  return box;
}

function showSettings(): void {
  const colors = { system: t("as the system"), light: t("Light"), dark: t("Dark") };
  const themes = choice("set-theme", colors, settings.theme, (value) => {
    addressed = undefined;
    keepSettings({ theme: value as Theme | "system" });
    return retheme();
  });
  const languages = choice("set-language", LANGUAGES, language(), (value) => {
    keepSettings({ language: value });
    location.reload();
  });
  const styles: Record<Settings["pieces"], string> = {
    game: t("as the game"),
    figures: t("Figures"),
    letters: t("Letters"),
    moves: t("Diagrams of moves"),
    tiles: t("Shogi tiles"),
    discs: t("Xiangqi discs"),
  };
  const looks = choice("set-pieces", styles, settings.pieces, (value) => {
    keepSettings({ pieces: value as Settings["pieces"] });
    return game.redraw().then(() => pieces.renew());
  });
  const sounds = checkBox("set-sound", settings.sound, (value) => {
    keepSettings({ sound: value });
    sound.isOn = value && face !== "embed";
  });
  const motion = checkBox("set-motion", settings.motion, (value) => {
    keepSettings({ motion: value });
    game.board.motion = value;
  });
  dialog(
    t("Settings"),
    h("div", { class: "settings" }, field(t("Colors"), themes), field(t("Look of the pieces"), looks), field(t("Language"), languages), field(t("Sounds"), sounds), field(t("Moving pieces"), motion)),
    h("p", {}, t("Settings and games stay in this browser.")),
  );
}

/** The user's language, if the page has it. */
function language(): string {
  const wanted = settings.language || navigator.language.slice(0, 2);
  return wanted in LANGUAGES ? wanted : "en";
}

async function speak(): Promise<void> {
  const wanted = language();
  if (wanted === "en") return;
  const file = await fetch(`language-${wanted}.json`).then((said) => (said.ok ? said.json() : {}), () => ({}));
  learn(wanted, file as Record<string, string>);
  translate(document.body);
}

/** Loads the state of the URL; `false` if it has none. */
async function fromAddress(): Promise<boolean> {
  const said = await fromHash(location.hash);
  if (said.isBroken) {
    setFace("design");
    game.say(t("The address holds no definition that can be read."), true);
    return false;
  }
  if (!said.shared && !said.game) return false;
  endWelcome();
  gameId = newId();
  setFace(said.face);
  await seat(said);
  const taken = said.shared ?? { ...(await builtin(said.game!)), ...said.at };
  await takeUp(taken);
  const side = said.side ?? (said.isForTwo ? game.view?.turn : undefined);
  if (side && side !== game.below) await game.flip();
  if (said.face === "embed") byId<HTMLAnchorElement>("open-page").href = await address(taken);
  return true;
}

/** A built-in game as a definition of its own. */
async function builtin(name: string): Promise<Shared> {
  const { title, source } = await client.ask<Opened>({ op: "open", variant: name, unchecked: true }, 20_000);
  const lines = [`name = 'my-${name}'`, `inherits = '${name}'`];
  if (title) lines.splice(1, 0, `title = ${quoted(title)}`);
  if (source) lines.push(`source = ${quoted(source)}`);
  return { text: lines.join("\n") + "\n" };
}

/** Sets the players, levels and sides of a URL. */
async function seat(said: Address): Promise<void> {
  const isAlone = said.face === "embed" && !said.level;
  const below = said.side ?? "white";
  if (said.isForTwo || isAlone) for (const id of ["white", "black"]) byId<HTMLSelectElement>(id).value = "you";
  else if (said.level) {
    byId<HTMLSelectElement>(below).value = "you";
    byId<HTMLSelectElement>(below === "white" ? "black" : "white").value = "engine";
  }
  if (said.level) {
    byId<HTMLInputElement>("level").value = said.level;
    nameLevel();
  }
  addressed = said.theme;
  if (addressed) setTheme(addressed);
}

/** Continues a shared definition and its game. */
async function takeUp(shared: Shared): Promise<void> {
  editor.text = shared.text;
  clearTimeout(timer);
  variant = shared.variant;
  query = shared.query;
  game.fen = shared.fen;
  const opened = await client.ask<Opened>({ op: "open", ...shared, unchecked: true }, 20_000);
  await show(opened, shared.text);
  // An unplayable definition can be repaired.
  if (!opened.view && face === "play") setFace("design");
  if (!opened.view) game.say(opened.refusal ? told(opened.refusal) : t("The address holds no definition that can be read."), true);
}

/** The session storage key for the state of a tab that is reloaded. */
const KEPT = "ferz";
/** The fields with the players and their level. */
const SETTINGS = ["white", "black", "level"] as const;

function keep(): void {
  const moves = game.view?.moves ?? [];
  const kept = { text: good, variant, query, fen: game.fen, moves, written: editor.text, face, gameId };
  const isNew = good === FIRST && editor.text === FIRST && moves.length === 0 && !game.fen;
  if (face === "embed") return;
  try {
    if (isNew) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Without storage the page starts anew.
  }
}

/** Restores the settings of the last visit. */
function restoreSettings(): void {
  for (const id of SETTINGS) byId<HTMLInputElement>(id).value = settings[id];
  nameLevel();
  if (settings.theme !== "system") theme = settings.theme;
  sound.isOn = settings.sound && face !== "embed";
  game.board.motion = settings.motion;
  byId<HTMLDetailsElement>("strip").open = settings.strip;
}

/** Restores the state of the tab before it was reloaded; `false` if there is none. */
async function fromBefore(): Promise<boolean> {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type !== "reload" && navigation?.type !== "back_forward") return false;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as (Shared & { written: string; face: Face; gameId: string }) | null;
    if (!kept) return false;
    setFace(kept.face);
    gameId = kept.gameId;
    await takeUp(kept);
    if (kept.written !== kept.text) {
      editor.text = kept.written;
      await reread();
    }
    return true;
  } catch {
    return false;
  }
}

/** Shows the first piece with its moves, and suggestions to try. */
async function greet(opened: Opened): Promise<void> {
  await pieceOnBoard(opened);
  welcome(FIRST_MOVE, {
    change: async (betza) => {
      try {
        const said = await client.ask<{ text: string }>({ op: "rewrite", text: editor.text, variant, piece: "knight", betza });
        isGreeting = true;
        editor.text = said.text;
        isGreeting = false;
        const isPlayed = await reread();
        if (!isPlayed) return false;
        game.board.pulse();
        await pieceOnBoard({ ...opened, view: game.view });
        const row = pieces.about("knight");
        if (row) game.say(row);
        return true;
      } catch (error) {
        game.complain(error);
        return false;
      }
    },
    random: async () => {
      const one = await randomGame();
      await begin(await definitionOf(one));
    },
    paste: begin,
  });
}

/** Draws the moves of White's first knight on its square. */
async function pieceOnBoard(opened: Opened): Promise<void> {
  const square = game.picture && squareOf(opened, game.picture, "knight");
  if (square === undefined || opened.view?.input.origin) return;
  const said = await client.ask<{ svg: string }>(movesRequest(opened, square, theme, game.below));
  game.board.lay(said.svg);
  game.board.spotlight(square);
}

async function start(): Promise<void> {
  setFace(face);
  restoreSettings();
  setTheme(theme);
  tabs();
  listen();
  editPosition();
  await speak();
  editor.text = FIRST;
  const begun = performance.now();
  if (!(await fromBefore()) && !(await fromAddress())) {
    // Without these answers the board only appears later.
    const answers = await unpacked(firstFile(theme), "application/json").then((file) => file.json(), () => ({}));
    client.preload(answers as Record<string, unknown>);
    const opened = await client.ask<Opened>({ op: "open", text: FIRST }, 20_000);
    const said = byId("status").textContent;
    await show(opened, FIRST);
    if (said) game.say(said, true);
    if (face === "design") await greet(opened);
  }
  performance.mark("first-board");
  document.documentElement.dataset.ready = "board";
  const measured = client.caughtUp.then(() => {
    // On a slow machine, valid definitions take longer too.
    patience = Math.min(Math.max(2000, 3 * (performance.now() - begun)), 10_000);
    performance.mark("library");
  });
  await Promise.all([measured, face === "design" ? editor.load() : undefined]);
  document.documentElement.dataset.ready = "editor";
  if (face !== "embed") await navigator.serviceWorker?.register("sw.js");
}

start().catch((error) => {
  const words = error instanceof Refused ? error.failure.message : (error as Error).message;
  game.say(`${t("The page could not be started:")} ${words}.`, true);
});
