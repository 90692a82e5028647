// Tests the package in Node, installed from its packed file.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { here, installed, project } from "./setup.mjs";

const { load, FerzError } = await installed();
const ferz = await load();

describe("the package in Node", () => {
  test("the ten lines of the README play a game", () => {
    const readme = readFileSync(join(here, "../README.md"), "utf8");
    const code = /```js\n(.*?)```/s.exec(readme)[1];
    assert.ok(code.trim().split("\n").length <= 10);
    writeFileSync(join(project, "ten-lines.mjs"), code);
    const said = execFileSync(process.execPath, ["ten-lines.mjs"], { cwd: project, encoding: "utf8" });
    assert.match(said, /checkmate 1-0/);
    assert.match(said, /plays \S+/);
  });

  test("types are found by Node's rules and by those of bundlers", () => {
    const program = `import { load, type Board, type Move, FerzError } from "ferz";
import { load as loadRules } from "ferz/rules";
import { FerzBoard, type MoveMade } from "ferz/board";
const ferz = await load();
const board: Board = new ferz.Board("chess");
const moves: Move[] = board.moves();
const squares: string[] = moves.flatMap((move) => move.captures);
const engine = (await loadRules()).engine();
const best: string | null = (await engine.search(board, { depth: 2 })).best;
const element = document.querySelector("ferz-board");
element?.addEventListener("ferz-move", (event) => { const made: MoveMade = event.detail; void made.san; });
// @ts-expect-error: moves are not numbers
board.push(5);
export { squares, best, FerzError, FerzBoard };
`;
    writeFileSync(join(project, "program.ts"), program);
    const tsc = join(here, "../../web/node_modules/typescript/bin/tsc");
    for (const rules of [["--module", "nodenext"], ["--module", "esnext", "--moduleResolution", "bundler"]]) {
      const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", ...rules];
      execFileSync(process.execPath, [tsc, ...options, "program.ts"], { cwd: project, encoding: "utf8", stdio: "pipe" });
    }
  });

  test("several boards are played at once", () => {
    const [one, other] = [new ferz.Board("chess"), new ferz.Board("xiangqi")];
    const third = new ferz.Board("chess");
    one.push("e2e4");
    other.push("h3e3");
    assert.equal(one.turn(), "black");
    assert.equal(third.turn(), "white");
    assert.deepEqual(other.moveStack(), ["h3e3"]);
    one.delete();
    assert.throws(() => one.legalMoves(), /there is no game yet/);
    assert.equal(third.legalMoves().length, 20);
  });

  test("boards that nobody holds are freed", async () => {
    const script = `import { load } from "ferz";
const ferz = await load();
for (let n = 0; n < 3000; n += 1) { new ferz.Board("chess").push("e2e4"); if (n % 100 === 0) { gc(); await new Promise(setImmediate); } }
const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
for (let n = 0; n < 3000; n += 1) { new ferz.Board("chess").push("e2e4"); if (n % 100 === 0) { gc(); await new Promise(setImmediate); } }
console.log(process.memoryUsage().arrayBuffers + process.memoryUsage().external - before);`;
    writeFileSync(join(project, "memory.mjs"), script);
    const grown = execFileSync(process.execPath, ["--expose-gc", "memory.mjs"], { cwd: project, encoding: "utf8" });
    assert.ok(Number(grown) < 2_000_000, `${grown} bytes more`);
  });

  test("moves are played, taken back and written", () => {
    const board = new ferz.Board();
    board.pushMoves("e2e4 e7e5 g1f3");
    board.pushSanMoves(["Nc6", "Bb5"]);
    assert.equal(board.pop(), "f1b5");
    assert.equal(board.fen(), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    assert.equal(board.variationSan("f1b5 a7a6 b5c6"), "3. Bb5 a6 4. Bxc6");
    assert.equal(board.variationSan(["f1b5"], false), "Bb5");
    assert.equal(board.sanMove("f1b5", "lan"), "Bf1-b5");
    assert.equal(board.gamePly(), 4);
    assert.equal(board.fullmoveNumber(), 3);
    assert.equal(board.halfmoveClock(), 2);
    assert.equal(board.isCapture("f3e5"), true);
    assert.equal(board.isLegal("f3e4"), false);
    const pgn = board.pgn({ White: "Ruy", Black: "López" });
    assert.match(pgn, /\[White "Ruy"\]/);
    assert.match(pgn, /1\. e4 e5 2\. Nf3 Nc6 \*/);
    assert.throws(() => board.pgn({ "no name": "" }), FerzError);
    board.reset();
    assert.equal(board.legalMoves().length, 20);
    assert.throws(() => board.pop(), /no move to take back/);
  });

  test("an illegal move says why, and plays none of a list", () => {
    const board = new ferz.Board();
    assert.throws(() => board.push("e2e5"), (error) => error instanceof FerzError && error.code === "E0602" && /e2/.test(error.message));
    assert.throws(() => board.pushMoves("e2e4 e7e5 e1e3"), /e1/);
    assert.deepEqual(board.moveStack(), []);
    assert.throws(() => new ferz.Board("martian"), /no variant called `martian`/);
    assert.throws(() => new ferz.Board("chess", "8/8"), FerzError);
  });

  test("a move says everything that it does", () => {
    const board = new ferz.Board("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const castling = board.move("e1g1");
    assert.deepEqual(castling.relocations, [{ from: "h1", to: "f1" }]);
    assert.equal(castling.kind, "castle");
    const moves = board.moves();
    assert.equal(moves.length, board.numberLegalMoves());
    assert.deepEqual(moves.map((move) => move.text), board.legalMoves());
    assert.deepEqual(moves.map((move) => move.san).sort(), board.legalMovesSan().sort());
    assert.deepEqual(moves.find((move) => move.text === "a1a8").captures, ["a8"]);
    const house = new ferz.Board("crazyhouse");
    house.pushMoves("e2e4 d7d5 e4d5 d8d5");
    assert.deepEqual(house.pocket("white"), ["P"]);
    const drop = house.move("P@e5");
    assert.deepEqual([drop.kind, drop.from, drop.to], ["drop", null, "e5"]);
  });

  test("games end with a reason", () => {
    const board = new ferz.Board();
    board.pushSanMoves("f3 e5 g4 Qh4#");
    assert.deepEqual(board.outcome(), { white: 0, black: 1, winner: "black", reason: "checkmate", result: "0-1" });
    assert.deepEqual(board.checkedPieces(), ["e1"]);
    assert.equal(board.isGameOver(), true);
    const bare = new ferz.Board("chess", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    assert.deepEqual([bare.hasInsufficientMaterial("white"), bare.hasInsufficientMaterial("black"), bare.result()], [false, true, "*"]);
  });

  test("definitions of every format become variants, or findings with places", () => {
    const ini = "[racing:chess]\npromotionPieceTypes = n\n";
    assert.equal(ferz.loadVariantConfig(ini).format, "fairy-stockfish");
    const promotions = new ferz.Board("racing", "7k/P7/8/8/8/8/8/7K w - - 0 1").legalMoves().filter((move) => move.startsWith("a7a8"));
    assert.deepEqual(promotions, ["a7a8n"]);
    assert.ok(ferz.variants().includes("racing"));
    const text = "name = 'mine'\ninherits = 'chess'\npieces.queen.mov = 'N'\n";
    const { findings, variants } = ferz.readDefinition(text);
    const [finding] = findings;
    assert.deepEqual(variants, []);
    assert.deepEqual([finding.code, finding.severity, finding.range.start], ["E0302", "error", { offset: 46, line: 2, character: 13 }]);
    const [edit] = finding.edits;
    const mended = text.slice(0, edit.range.start.offset) + edit.text + text.slice(edit.range.end.offset);
    assert.deepEqual(ferz.readDefinition(mended).variants, [{ name: "mine", title: "mine" }]);
    assert.throws(() => ferz.loadVariantConfig(text), /unknown key `mov`/);
    assert.match(ferz.explainCode("E0302").text, /\w/);
    const board = new ferz.Board({ text: mended });
    assert.match(board.definition("fairy-stockfish").text, /\[mine/);
    const { text: diagram, losses } = ferz.convert("capablanca", "diagram");
    assert.match(diagram, /files=10/);
    assert.deepEqual(losses.map((loss) => loss.place), ["rules.move-limit"]);
    assert.throws(() => new ferz.Board({ text: mended, variant: "yours" }), /no variant called `yours`/);
  });

  test("settings are chosen where a variant is named", () => {
    const board = new ferz.Board("fischerandom?setup=518");
    assert.match(board.fen(), /^rnbqkbnr/);
    assert.ok(board.settings.some((setting) => setting.name === "setup"));
    assert.throws(() => new ferz.Board("fischerandom?setup=x"), FerzError);
    assert.match(new ferz.Board("chess960", "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w KQkq - 0 1").fen(), /^rkrbbnnq/);
  });

  test("FENs are checked", () => {
    assert.deepEqual(ferz.validateFen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), []);
    const [finding] = ferz.validateFen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1");
    assert.deepEqual([finding.severity, finding.range.start.offset], ["error", 42]);
    assert.match(ferz.startingFen("shogi"), /^lnsgkgsnl/);
  });

  test("games are read with headers, comments, glyphs and variations", () => {
    const pgn = '[White "Ann"]\n[Variant "Three-check"]\n\n1. e4 {best by test} e5! (1... c5 2. Nf3) 2. Bc4 Nc6 3. Bxf7+ *\n\n[White "Bob"]\n\n1. d4 1-0\n';
    const games = ferz.readGames(pgn);
    assert.equal(games.length, 2);
    const game = ferz.readGamePGN(pgn);
    assert.equal(game.variant, "3check");
    assert.deepEqual([game.headerKeys(), game.headers("White"), game.headers("Nobody")], [["White", "Variant"], "Ann", ""]);
    assert.deepEqual(game.mainlineMoves(), ["e2e4", "e7e5", "f1c4", "b8c6", "c4f7"]);
    const [first, second] = game.line.moves;
    assert.deepEqual(first.comments, ["best by test"]);
    assert.deepEqual([second.glyphs, second.variations[0].moves.map((move) => move.san)], [[1], ["c5", "Nf3"]]);
    assert.equal(game.board().fen(), game.fen);
    assert.equal(games[1].outcome.result, "1-0");
    const [broken] = ferz.readGames("1. e4 e5 2. Ke3 *");
    assert.deepEqual(broken.mainlineMoves(), ["e2e4", "e7e5"]);
    assert.equal(broken.findings[0].severity, "error");
    const [unknown] = ferz.readGames('[Variant "Martian"]\n\n1. e4 *');
    assert.equal(unknown.variant, undefined);
    assert.throws(() => unknown.board(), /martian/i);
    // A FEN may require castling on any files.
    const fen = "nrkbqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRK3RN w KQkq - 0 1";
    for (const name of ["Atomic960", "Crazyhouse", "chess"]) {
      const shuffled = ferz.readGamePGN(`[Variant "${name}"]\n[FEN "${fen}"]\n\n1. O-O *`);
      assert.equal(shuffled.board().fen(), shuffled.fen);
      assert.match(shuffled.variant, /960$/);
    }
    const chosen = new ferz.Board("fischerandom?setup=5");
    assert.equal(ferz.readGamePGN(chosen.pgn()).board().fen(), chosen.fen());
    ferz.loadVariantConfig("name = 'twins'\ninherits = 'chess'\npieces.queen.move = 'N'\n");
    assert.equal(ferz.readGamePGN('[Variant "twins"]\n\n1. Qc3 *').fen.split(" ")[0].includes("2Q5"), true);
  });

  test("pictures and words come from the definition", () => {
    const griffon = ferz.movement("[F?R]");
    assert.match(griffon.words, /diagonally/);
    assert.ok(griffon.names.includes("Griffon"));
    assert.match(griffon.svg, /^<svg /);
    assert.throws(() => ferz.movement("[F?R"), (error) => error.help !== null);
    const board = new ferz.Board("makruk");
    assert.match(board.svg({ movesOf: "b1", title: true }), /Makruk/);
    assert.match(board.still(), /<svg[^>]*aria-label="Board: rnsmksnr/);
    const { markdown, pictures } = board.rules();
    assert.match(markdown, /^# Makruk/);
    for (const name of Object.keys(pictures)) assert.ok(markdown.includes(name), name);
    assert.equal(board.pieces().find((piece) => piece.name === "knight").letter, "N");
    assert.equal(board.pieceMap().e1.letter, "M");
    assert.match(String(board), /White to move/);
  });

  test("the engine loads the evaluation of its game, or takes another one", async () => {
    const engine = ferz.engine();
    const score = async (variant, limits) => (await engine.search(new ferz.Board(variant), { depth: 3, ...limits })).lines[0].units;
    const text = readFileSync(new URL("../../../crates/evaluations/files/chess.eval.toml", import.meta.url), "utf8");
    const builtin = await score("chess", {});
    assert.equal(await score("chess", { evaluation: text }), builtin);
    const derived = await score("chess", { evaluation: null });
    assert.notEqual(derived, builtin);
    // A definition that changes nothing is another game, which has no built-in evaluation.
    assert.equal(await score({ text: "name = 'mine'\ninherits = 'chess'\n" }, {}), derived);
    // A network.
    assert.notEqual(await score("extinction", {}), await score("extinction", { evaluation: null }));
    await assert.rejects(score("chess", { evaluation: "format = 'x'" }), (error) => /^E/.test(error.code));
    engine.terminate();
  });

  test("the engine finds a mate, tells lines, and stops", async () => {
    const board = new ferz.Board("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    const engine = ferz.engine();
    const thought = await engine.search(board, { depth: 4 });
    assert.deepEqual([thought.best, thought.lines[0].mate, thought.lines[0].san], ["a1a8", 1, ["Ra8#"]]);
    let told = 0;
    const endless = engine.search(new ferz.Board("capablanca"), { lines: 2 }, (lines) => (told = Math.max(told, lines.length)));
    setTimeout(() => engine.stop(), 400);
    const found = await endless;
    assert.equal(found.lines.length, 2);
    assert.equal(told, 2);
    engine.terminate();
    const bad = ferz.engine();
    board.pushSan("Ra8#");
    assert.equal((await bad.search(board, { depth: 2 })).best, null);
    bad.terminate();
  });

  // The tables of a browser are compiled in another way than those of the program.
  test("perft counts the leaves of all games as other programs and other builds do", async () => {
    const rules = await (await installed("rules")).load();
    const read = (file) => readFileSync(join(here, "../../..", file), "utf8");
    const rows = (file) => read(file).split("\n").filter((row) => row && !row.startsWith("#"));
    const check = (board, counts, most, what) => {
      for (const [index, count] of counts.trim().split(/\s+/).map(Number).entries()) {
        if (count <= most) assert.equal(board.perft(index + 1), count, `${what}, depth ${index + 1}`);
      }
    };
    let positions = 0;
    for (const name of ["chess", "fischerandom", "atomic", "antichess", "crazyhouse", "horde", "kingofthehill", "racingkings", "3check"]) {
      const board = new rules.Board(name);
      for (const row of rows(`tests/data/perft/lichess/${name}.txt`)) {
        const [fen, counts] = row.split(" | ");
        board.setFen(fen);
        check(board, counts, 1000, `${name} ${fen}`);
        positions += 1;
      }
    }
    for (const row of rows("tests/data/perft/fairy-stockfish.txt")) {
      const [name, fen, counts] = row.split("|");
      const board = new rules.Board(name.trim());
      board.setFen(fen.trim());
      check(board, counts, Infinity, row);
    }
    const [, lines] = read("snapshots/all.snap").split("\n\n");
    const games = lines.trim().split("\n");
    for (const line of games) {
      const board = new rules.Board(line.split(": ")[0]);
      check(board, line.split(", perft ")[1], Infinity, line);
    }
    assert.ok(positions >= 4500 && games.length === rules.variants().length, `${positions} positions of ${games.length} games`);
  });

  test("the rules alone play, and say what they do not have", async () => {
    const { load } = await installed("rules");
    const rules = await load();
    const board = new rules.Board("shogi");
    assert.equal(board.legalMoves().length, 30);
    board.pushMoves("h2g2 c7c6");
    assert.equal(board.pop(), "c7c6");
    board.setFen("4k4/9/9/9/9/9/9/9/4K4[G] w 0 1");
    assert.ok(board.legalMovesSan().includes("G@e2"));
    assert.match(board.pgn(), /\[Variant "shogi"\]/);
    assert.equal(new rules.Board("chess").perft(3), 8902);
    const ini = rules.loadVariantConfig("[mini:chess]\nqueen = -\n");
    assert.deepEqual(ini.variants, [{ name: "mini", title: "mini" }]);
    assert.equal(rules.readGamePGN("1. e4 e5 *").mainlineMoves().length, 2);
    for (const look of [() => board.svg(), () => board.rules(), () => rules.movement("N"), () => board.definition()]) {
      assert.throws(look, /built without boards, pictures, words and exports/);
    }
    const engine = rules.engine();
    await assert.rejects(engine.search(board, { depth: 1 }), /built without the engine/);
    engine.terminate();
  });
});
