// Tests `<ferz-board>` in Chromium: from another origin, under a strict policy, by mouse and keyboard.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, noBrowser, serve, visit } from "./pages.mjs";
import { here, installed, project, tools } from "./setup.mjs";

const pictures = process.env.FERZ_PICTURES;
if (pictures) mkdirSync(pictures, { recursive: true });

const DIAGRAM = `<div class="idiagram" style="float: left" id="elven">
files=8 ranks=8<br>
promoChoice=QN symmetry=mirror
pawn:P:ifmnDfmWfceF:pawn:a2-h2<br>
Rook &amp; Knight:M:RN:marshall:a1,h1
knight:N:N:knight:b1,g1
queen:Q:Q:queen:d1
king:K:K:king:e1
</div>`;

describe("<ferz-board>", { skip: noBrowser }, async () => {
  const ferz = await (await installed()).load();
  let browser;
  let other;
  const open = [];
  before(async () => {
    browser = await launch();
    other = await serve({ "/ferz/": join(project, "node_modules/ferz") }, { "Access-Control-Allow-Origin": "*" });
  });
  after(async () => {
    await browser.close();
    other.close();
    for (const server of open) server.close();
  });

  /** A page with a script from another origin, under the strictest policy that allows it. */
  async function show(body, options = {}) {
    const { policy, script = `${other.url}/ferz/board.js`, ...rest } = options;
    const origin = new URL(script).origin;
    const strict =
      `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin} 'self'; ` +
      "worker-src blob:; img-src data:; style-src 'self'";
    const text = `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>Boards</title>
<script type="module" src="${script}"></script><link rel="stylesheet" href="/style.css">
<body>${body}</body></html>`;
    const texts = { "index.html": text, "style.css": "body { font-size: 16px }", ...options.files };
    const server = await serve({ "/": texts }, { "Content-Security-Policy": policy ?? strict });
    open.push(server);
    return visit(browser, `${server.url}/index.html`, { viewport: { width: 1000, height: 900 }, ...rest });
  }

  const ready = (page, which = "ferz-board") => page.waitForFunction((name) => document.querySelector(name)?.position, which);
  const square = (page, name, which = "ferz-board") => page.locator(which).first().locator(`[data-square="${name}"] .under`);
  const click = async (page, name, which) => square(page, name, which).click({ force: true });
  const label = (page, name) => page.locator(`ferz-board [data-square="${name}"]`).first().getAttribute("aria-label");
  const position = (page, which = "ferz-board") => page.locator(which).first().evaluate((board) => board.position);

  test("boards have the form of their definition, and pieces the look of the attribute", async () => {
    const hexes = readFileSync(join(here, "../../../examples/variants/glinski.toml"), "utf8");
    const { page } = await show(
      `<ferz-board id="hexes"><script type="text/plain">${hexes}</script></ferz-board><ferz-board id="shogi" game="shogi" pieces="figures"></ferz-board>`,
    );
    await ready(page, "#hexes");
    await page.waitForFunction(() => document.querySelector("#shogi")?.position);
    const corners = await page.locator("#hexes [role=gridcell] .under").evaluateAll((all) => all.map((one) => one.getAttribute("points").split(" ").length));
    assert.deepEqual([corners.length, ...new Set(corners)], [91, 6]);
    await click(page, "e4", "#hexes");
    await click(page, "e5", "#hexes");
    await page.waitForFunction(() => document.querySelector("#hexes").moveStack.length === 1);
    const drawn = async () => decodeURIComponent(await page.locator('#shogi [data-square="e1"] image').getAttribute("href"));
    assert.match(await drawn(), /id="white-king/);
    await page.locator("#shogi").evaluate((board) => board.removeAttribute("pieces"));
    await page.waitForFunction(() => decodeURIComponent(document.querySelector("#shogi").shadowRoot.querySelector('[data-square="e1"] image').getAttribute("href")).includes("tile-white"));
    // An unknown style is refused with a reason.
    await page.locator("#shogi").evaluate((board) => board.setAttribute("pieces", "marble"));
    await page.waitForFunction(() => /marble/.test(document.querySelector("#shogi").shadowRoot.querySelector('[part="status"]').textContent));
  });

  test("one script from another origin plays chess", async () => {
    const { page, noise } = await show("<ferz-board></ferz-board>");
    await page.evaluate(() => {
      window.told = [];
      for (const name of ["ferz-move", "ferz-end", "ferz-error"]) document.addEventListener(name, (event) => window.told.push([name, event.detail]));
    });
    await ready(page);
    await click(page, "e2");
    await click(page, "e4");
    await page.waitForFunction(() => window.told.length === 1);
    assert.deepEqual(await page.evaluate(() => window.told), [
      ["ferz-move", { move: "e2e4", san: "e4", fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", by: "player" }],
    ]);
    // The element has methods.
    const end = await page.locator("ferz-board").evaluate(async (board) => {
      await board.undo();
      for (const move of ["f2f3", "e5", "g4", "Qh4#"]) await board.play(move);
      return [board.end, board.moveStack, await board.pgn()];
    });
    assert.deepEqual(end.slice(0, 2), [{ result: "0-1", reason: "checkmate", winner: "black" }, ["f2f3", "e7e5", "g2g4", "d8h4"]]);
    assert.match(end[2], /1\. f3 e5 2\. g4 Qh4# 0-1/);
    assert.deepEqual(await page.evaluate(() => window.told.at(-1)), ["ferz-end", { result: "0-1", reason: "checkmate", winner: "black" }]);
    await assert.rejects(page.locator("ferz-board").evaluate((board) => board.play("e2e4")), /over/);
    assert.deepEqual(noise, []);
    await page.close();
  });

  test("a div of an Interactive Diagram becomes a board, unchanged where it stands", async () => {
    const { page, noise } = await show(`<p>Text</p>${DIAGRAM}`);
    await ready(page);
    assert.equal(await page.locator("#elven > ferz-board").count(), 1);
    assert.equal(await page.locator("#elven").evaluate((div) => getComputedStyle(div).float), "none", "the policy forbids styles in attributes");
    assert.match(await label(page, "a1"), /a1, white rook-knight/);
    await click(page, "a1");
    await page.waitForFunction(() => document.querySelector("ferz-board").shadowRoot.querySelector(".origin"));
    await click(page, "b3");
    await page.waitForFunction(() => document.querySelector("ferz-board").moveStack.length === 1);
    assert.match(await position(page), /^mn1qk1nm\/pppppppp\/8\/8\/8\/1M6\//);
    assert.deepEqual(noise.filter((line) => !line.includes("inline style")), []);
    await page.close();
  });

  test("three boards on one page are played at once", async () => {
    const { page, noise } = await show(`<ferz-board id="a" game="xiangqi"></ferz-board><ferz-board id="b" game="crazyhouse" moves="e2e4 d7d5 e4d5" side="black"></ferz-board>
<ferz-board id="c"><script type="text/plain">name = 'mine'
inherits = 'chess'
pieces.queen.move = 'N'
</script></ferz-board>`);
    for (const id of ["#a", "#b", "#c"]) {
      await page.locator(id).scrollIntoViewIfNeeded();
      await ready(page, id);
    }
    assert.match(await position(page, "#b"), /\[P\]/);
    assert.deepEqual(await page.locator("#c").evaluate(async (board) => (await board.legalMoves()).filter((move) => move.startsWith("d1"))), ["d1c3", "d1e3"]);
    await page.locator("#a").evaluate((board) => board.play("h3e3"));
    await page.locator("#b").locator('.hand [data-kind]').first().waitFor();
    assert.equal(await page.locator("#a").evaluate((board) => board.moveStack.length), 1);
    assert.equal(await page.locator("#b").evaluate((board) => board.moveStack.length), 3);
    assert.ok(page.workers().length <= 1, "they share a worker");
    assert.deepEqual(noise, []);
    if (pictures) await page.screenshot({ path: join(pictures, "three.png"), fullPage: true });
    await page.close();
  });

  test("keyboard and labels are enough", async () => {
    const { page, noise } = await show('<ferz-board fen="7k/P7/8/8/8/8/7p/K7 w - - 0 1"></ferz-board>');
    await ready(page);
    await page.locator('ferz-board [data-square="a7"]').focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.locator('ferz-board [role="listbox"]').waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("ferz-board").moveStack.length === 1);
    assert.match(await page.locator("ferz-board").evaluate((board) => board.moveStack[0]), /^a7a8[rbn]$/);
    assert.match(await page.locator('ferz-board [part="status"]').textContent(), /White played a8=.*Black to move/);
    await page.evaluate(tools("axe-core").source);
    const { violations } = await page.evaluate(() => axe.run(document.querySelector("ferz-board"), { runOnly: ["wcag2a", "wcag2aa"] }));
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 120))]), []);
    assert.deepEqual(noise, []);
    await page.close();
  });

  test("a board that the server has drawn stands at once, and is played on when somebody touches it", async () => {
    const still = new ferz.Board("capablanca").still();
    const { page, noise } = await show(`<ferz-board game="capablanca">${still}</ferz-board>`);
    assert.equal(await page.locator("ferz-board > svg").isVisible(), true);
    const before = await page.locator("ferz-board > svg image").nth(1).boundingBox();
    await page.waitForTimeout(500);
    assert.equal(await position(page), "");
    assert.equal(page.workers().length, 0);
    await page.mouse.move(before.x + 5, before.y + 5);
    await ready(page);
    assert.equal(await page.locator("ferz-board > svg").isVisible(), false);
    const live = page.locator("ferz-board").locator("svg.board");
    assert.equal(await live.isVisible(), true);
    assert.equal(await live.getAttribute("viewBox"), /viewBox="([^"]+)"/.exec(still)[1]);
    assert.deepEqual(noise, []);
    await page.close();
  });

  test("the engine answers, and takes back both moves", async () => {
    const { page, noise } = await show('<ferz-board level="1"></ferz-board>');
    await ready(page);
    await click(page, "e2");
    await click(page, "e4");
    await page.waitForFunction(() => document.querySelector("ferz-board").moveStack.length === 2);
    await page.locator("ferz-board").getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => document.querySelector("ferz-board").moveStack.length === 0);
    assert.deepEqual(noise, []);
    await page.close();
  });

  test("pieces show their moves: in the legend, and under the pointer", async () => {
    const { page, noise } = await show("<ferz-board></ferz-board>");
    await ready(page);
    await square(page, "b1").hover({ force: true });
    await page.locator('ferz-board .overlay[href^="data:"]').waitFor({ state: "attached" });
    await page.locator("ferz-board summary").click();
    await page.locator("ferz-board").getByRole("button", { name: "Moves of the knight" }).click();
    await page.waitForFunction(() => !/white|black/.test(document.querySelector("ferz-board").shadowRoot.querySelector('[data-square="a1"]').getAttribute("aria-label")));
    await page.locator("ferz-board").getByRole("button", { name: "Moves of the knight" }).click();
    await page.waitForFunction(() => /white rook/.test(document.querySelector("ferz-board").shadowRoot.querySelector('[data-square="a1"]').getAttribute("aria-label")));
    assert.deepEqual(noise, []);
    await page.close();
  });

  test("colors come from the page, the theme from an attribute", async () => {
    const css = "ferz-board { --ferz-dark: rgb(1, 2, 3); --ferz-last: lime; --ferz-square: 30px; }";
    const { page, noise } = await show('<ferz-board theme="dark" controls="undo flip" moves="e2e4"></ferz-board>', { files: { "style.css": css } });
    await ready(page);
    const ground = await page.locator("ferz-board").locator("svg.board > image").first().getAttribute("href");
    assert.match(decodeURIComponent(ground), /#010203/);
    const fill = await square(page, "e4").evaluate((rect) => getComputedStyle(rect).fill);
    assert.equal(fill, "rgb(0, 255, 0)");
    const { width } = await page.locator("ferz-board").locator("svg.board").boundingBox();
    assert.ok(width > 230 && width < 270, `${width}`);
    const names = await page.locator("ferz-board").getByRole("button").allTextContents();
    assert.deepEqual(names, ["Take back", "Flip"]);
    const before = await page.locator("ferz-board").locator('[data-square="a1"] .under').boundingBox();
    await page.locator("ferz-board").getByRole("button", { name: "Flip" }).click();
    await page.waitForFunction((y) => document.querySelector("ferz-board").shadowRoot.querySelector('[data-square="a1"] .under').getBoundingClientRect().y < y - 50, before.y);
    assert.deepEqual(noise, []);
    await page.close();
  });

  test("what cannot be played says why", async () => {
    const { page, noise } = await show(`<ferz-board id="a" game="martian"></ferz-board><ferz-board id="b" src="/mine.toml"></ferz-board><ferz-board id="c" moves="e2e5"></ferz-board>`, {
      files: { "mine.toml": "name = 'mine'\ninherits = 'chess'\npieces.queen.mov = 'N'\n" },
    });
    for (const [id, words] of [["#a", /no variant called `martian`/], ["#b", /unknown key `mov`/], ["#c", /e2/]]) {
      await page.locator(id).scrollIntoViewIfNeeded();
      await page.waitForFunction(
        ([id, source]) => new RegExp(source, "i").test(document.querySelector(id).shadowRoot.querySelector('[part="status"]').textContent),
        [id, words.source],
      );
    }
    await page.locator("#a").evaluate((board) => board.setAttribute("game", "makruk"));
    await ready(page, "#a");
    assert.equal(await page.locator("#a").locator("svg.board").isVisible(), true);
    assert.deepEqual(noise, []);
    await page.close();
  });

  test("a board of the page's own origin needs no blob", async () => {
    const server = await serve({ "/ferz/": join(project, "node_modules/ferz"), "/": { "index.html": '<!DOCTYPE html><html lang="en"><title>Own</title><script type="module" src="/ferz/board.js"></script><ferz-board game="shogi"></ferz-board></html>' } },
      { "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src data:" });
    open.push(server);
    const { page, noise } = await visit(browser, `${server.url}/index.html`);
    await ready(page);
    assert.match(await position(page), /^lnsgkgsnl/);
    assert.deepEqual(noise.filter((line) => !line.includes("favicon")), []);
    await page.close();
  });

  test("boards come and go without a trace", async () => {
    const { page, noise } = await show("<main></main>");
    const positions = await page.evaluate(async () => {
      const found = [];
      for (const game of ["chess", "makruk", "chess"]) {
        const board = document.createElement("ferz-board");
        board.setAttribute("game", game);
        document.querySelector("main").append(board);
        await board.begin();
        found.push(board.position.split(" ")[0]);
        // The element is moved within the page, and then removed.
        document.body.append(board);
        await board.play("e2e4").catch(() => board.play("e3e4"));
        board.remove();
      }
      return found;
    });
    assert.equal(positions[0], positions[2]);
    assert.deepEqual(noise, []);
    await page.close();
  });
});

describe("the gallery", { skip: noBrowser }, () => {
  test("twenty diagrams are taken over, and each can be played", async () => {
    const folder = join(project, "gallery");
    const other = await serve({ "/": join(project, "node_modules/ferz") }, { "Access-Control-Allow-Origin": "*" });
    execFileSync(process.execPath, [join(here, "../gallery.mjs"), folder, `${other.url}/board.js`]);
    const policy = `default-src 'none'; script-src ${other.url} 'wasm-unsafe-eval'; connect-src ${other.url}; worker-src blob:; img-src data:; style-src 'self'`;
    const server = await serve({ "/": folder }, { "Content-Security-Policy": policy });
    const browser = await launch();
    try {
      const { page, noise } = await visit(browser, `${server.url}/index.html`, { viewport: { width: 1400, height: 1000 } });
      const count = await page.locator(".idiagram > ferz-board").count();
      assert.equal(count, 20);
      const played = [];
      for (let n = 1; n <= count; n += 1) {
        // One after the other, as a reader scrolls to them.
        await page.locator(`#diagram-${n}`).scrollIntoViewIfNeeded();
        played.push(
          await page.locator(`#diagram-${n} > ferz-board`).evaluate(async (board) => {
            await board.begin();
            const [move] = await board.legalMoves();
            await board.play(move);
            return board.moveStack.length;
          }),
        );
      }
      assert.deepEqual(played, Array(count).fill(1));
      assert.deepEqual(noise, []);
      if (pictures) {
        await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: join(pictures, "gallery.png"), fullPage: true });
      }
    } finally {
      await browser.close();
      server.close();
      other.close();
    }
  });
});
