// The definition and the pieces: findings, formats, completion, pieces of one's own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const SLIPS = readFileSync(new URL("../../../examples/slips.toml", import.meta.url), "utf8");

/** What is written where a squiggle is. */
const squiggles = (page) => page.page.locator("#editor .cm-lintRange").allInnerTexts();

export const tests = {
  "from a cold start to an own piece and a reply of the engine in fewer than six actions": {
    waits: "board",
    async run(page) {
      let actions = 0;
      const act = async (what) => {
        actions += 1;
        await what;
      };
      await act(page.page.click("#tab-pieces"));
      const field = page.page.locator("input[data-piece=knight]");
      await act(field.fill("NA").then(() => field.press("Enter")));
      await page.page.locator("[data-piece-row=knight]", { hasText: "alfil" }).waitFor();
      await act(page.click("b1"));
      await page.holds("d3", /move here/);
      await act(page.click("d3"));
      await page.says(/Black played .* White to move/);
      console.log(`        ${actions} actions`);
      assert.ok(actions < 6, `${actions}`);
    },
  },
  "three slips get three squiggles with code and remedy": {
    async run(page) {
      await page.write(SLIPS);
      await page.page.locator("#findings li").nth(2).waitFor();
      const rows = await page.page.locator("#findings li").allInnerTexts();
      assert.deepEqual(rows.map((row) => /[EWN]\d{4}/.exec(row)[0]), ["E0105", "E0302", "E0306"]);
      assert.match(rows[2], /line 12/);
      const marked = await squiggles(page);
      assert.ok(marked.includes("vlaue") && marked.some((one) => one.includes("grifon")), marked.join());
      await page.page.locator("#findings .code").first().click();
      await page.page.locator("#dialog-title", { hasText: "E0105" }).waitFor();
    },
  },
  "a finding leads to its place, whatever is shown instead of the text": {
    async run(page) {
      await page.write("name = 'test'\ninherits = 'chess'\npieces.queen.move = 'Q-'\n");
      await page.page.click("#tab-pieces");
      await page.page.locator("#findings button", { hasText: "line 3" }).first().click();
      await page.page.locator("#editor .cm-content").waitFor({ state: "visible" });
      await page.page.keyboard.type("mmm");
      assert.match(await page.text(), /mmm/);
    },
  },
  "words of other notations and small letters are mended by one click": {
    async run(page) {
      const cases = [
        ["pieces.knight.move = '(1,4)'", "Write `FX`", "pieces.knight.move = 'FX'"],
        ["pieces.knight.move = 't[FR]'", "Write `[F?R]`", "pieces.knight.move = '[F?R]'"],
        ["pieces.knight.letter = 'h'", "Write `'H'`", "pieces.knight.letter = 'H'"],
      ];
      for (const [line, title, mended] of cases) {
        await page.write(`name = 'test'\ninherits = 'chess'\n${line}\n`);
        await page.page.locator("#findings button", { hasText: title }).first().click();
        await page.page.locator("#findings button", { hasText: title }).waitFor({ state: "detached" });
        assert.ok((await page.text()).includes(mended), await page.text());
      }
    },
  },
  "a slip is mended by one click, under the page or at the squiggle": {
    async run(page) {
      await page.write("name = 'test'\ninherits = 'ches'\n");
      await page.page.locator("#findings button", { hasText: "Write `chess`" }).click();
      await page.page.waitForFunction(() => document.querySelectorAll("#findings li").length === 0);
      assert.match(await page.text(), /inherits = 'chess'/);
      // The mend is undone by itself.
      await page.page.locator("#editor .cm-content").click();
      await page.page.keyboard.press("ControlOrMeta+z");
      assert.match(await page.text(), /inherits = 'ches'/);
      await page.write("name = 'test'\ninherits = 'xianqi'\n");
      await page.page.locator("#editor .cm-lintRange-error").first().hover();
      await page.page.locator("#editor .cm-diagnosticAction").first().click();
      await page.page.waitForFunction(() => document.querySelectorAll("#findings li").length === 0);
      // The board follows the definition, a little later.
      await page.page.waitForFunction(() => document.querySelectorAll("[role=gridcell]").length === 90);
      // More than a word: a bracket that is not closed, and a value that wants to be a table.
      await page.write("name = 'test'\ninherits = 'chess'\npieces.knight.move = '[F?R'\npieces.pawn.promotion = ['queen']\n");
      await page.page.locator("#findings button", { hasText: "Write `{ to = ['queen'] }`" }).click();
      await page.page.locator("#findings button", { hasText: "Insert `]`" }).click();
      await page.page.waitForFunction(() => document.querySelectorAll("#findings li").length === 0);
      assert.match(await page.text(), /'\[F\?R\]'\npieces.pawn.promotion = \{ to = \['queen'\] \}/);
    },
  },
  "a text that cannot be played is refused where it is seen": {
    async run(page) {
      await page.two();
      await page.click("e2");
      await page.click("e4");
      await page.write("name = 'none'\ninherits = 'chess'\nstart = '8/8/8/8/8/8/8/4K3 w - - 0 1'\n");
      await page.page.locator("#findings li.error").first().waitFor();
      assert.ok(await page.page.locator("#outdated").isVisible());
      // Nothing lies over the board.
      for (const name of ["a1", "e1", "h1", "a8", "h8"]) {
        const under = page.square(name).locator(".under");
        await under.evaluate((element) => element.scrollIntoView({ block: "end" }));
        const onTop = await under.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("svg.board") !== null;
        });
        assert.ok(onTop, name);
      }
      await page.write("name = 'good'\ntitle = 'good'\ninherits = 'chess'\n");
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "good");
      assert.ok(await page.page.locator("#outdated").isHidden());
    },
  },
  "a game that is pasted over another one begins at its own start": {
    async run(page) {
      await page.two();
      await page.setFen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
      await page.holds("a1", /white rook/);
      await page.write("name = 'atoms'\ntitle = 'Atoms'\ninherits = 'atomic'\n");
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "Atoms");
      await page.holds("h1", /white rook/);
      // A change of the text goes on with the position.
      await page.setFen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
      await page.holds("h1", /empty/);
      await page.page.locator("#editor .cm-content").click();
      await page.page.keyboard.press("ControlOrMeta+End");
      await page.page.keyboard.type("source = 'me'");
      await page.page.waitForTimeout(800);
      await page.holds("h1", /empty/);
    },
  },
  "the board stays as it was while the definition is wrong, and what is typed can be undone": {
    async run(page) {
      await page.two();
      await page.click("e2");
      await page.click("e4");
      await page.holds("e4", /white pawn/);
      await page.page.locator("#editor .cm-content").click();
      await page.page.keyboard.press("ControlOrMeta+End");
      await page.page.keyboard.type("pieces.queen.move = 'QN");
      await page.page.locator("#findings li.error").first().waitFor();
      await page.holds("e4", /white pawn/);
      await page.page.keyboard.type("'");
      await page.page.waitForFunction(() => document.querySelectorAll("#findings li.error").length === 0);
      await page.holds("e4", /white pawn/);
      assert.match(await page.text(), /'QN'/);
      for (let n = 0; n < 12; n += 1) await page.page.keyboard.press("ControlOrMeta+z");
      assert.doesNotMatch(await page.text(), /QN/);
    },
  },
  "completion offers what the language server offers": {
    async run(page) {
      await page.page.locator("#editor .cm-content").click();
      await page.page.keyboard.press("ControlOrMeta+End");
      await page.page.keyboard.type("pieces.bishop.mo");
      await page.page.locator("#editor .cm-tooltip-autocomplete li", { hasText: /^move/ }).first().waitFor();
    },
  },
  "completion follows what is typed while an answer is awaited": {
    async run(page) {
      await page.page.locator("#editor .cm-content").click();
      await page.page.keyboard.press("ControlOrMeta+End");
      await page.page.evaluate(() => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (...words) {
          setTimeout(() => post.apply(this, words), 500);
        };
      });
      // Nothing can be offered for the first part, and its answer arrives after the second.
      await page.page.keyboard.type("pieces.b");
      await page.page.waitForTimeout(300);
      await page.page.keyboard.type("ishop.mo");
      await page.page.locator("#editor .cm-tooltip-autocomplete li", { hasText: /^move/ }).first().waitFor();
    },
  },
  "a move shows its name and its picture where the pointer is": {
    async run(page, { pictures }) {
      await page.write("name = 'test'\ninherits = 'chess'\npieces.knight.move = 'FyafsF'\n");
      await page.page.locator("#editor .cm-line span", { hasText: "FyafsF" }).hover();
      const tip = page.page.locator("#editor .cm-tooltip .about");
      await tip.waitFor();
      assert.match(await tip.innerText(), /Griffon/);
      const drawn = () => tip.locator("img").evaluate((image) => image.decode().then(() => [image.naturalWidth, decodeURIComponent(image.src)]));
      const [width, address] = await drawn();
      assert.ok(width > 100 && address.startsWith("data:image/svg+xml,<svg "), `${width} ${address.slice(0, 60)}`);
      await page.picture(pictures, "hover");
    },
  },
  "shapes of pictures are offered and shown": {
    async run(page) {
      await page.write("name = 'test'\ninherits = 'chess'\npieces.knight.picture = 'rook+lion'\n");
      await page.page.locator("#editor .cm-line span", { hasText: "rook+lion" }).hover();
      const tip = page.page.locator("#editor .cm-tooltip .about");
      await tip.waitFor();
      assert.match(await tip.innerText(), /Slides on ranks and files.*lion/s);
      assert.ok(await tip.locator("img").evaluate((image) => image.decode().then(() => image.naturalWidth > 20)));
      await page.write("name = 'test'\ninherits = 'chess'\n");
      await page.page.keyboard.type("pieces.knight.picture = 'rook+gri");
      await page.page.locator("#editor .cm-tooltip-autocomplete li", { hasText: "griffon" }).first().waitFor();
      await page.page.waitForTimeout(200);
      await page.page.keyboard.press("Enter");
      await page.page.keyboard.type("'");
      await page.page.waitForFunction(() => document.querySelectorAll("#findings li").length === 0);
      assert.match(await page.text(), /picture = 'rook\+griffon'/);
    },
  },
  "four formats are recognized and converted into one another": {
    async run(page) {
      await page.play("capablanca");
      const formats = { "fairy-stockfish": "variants.ini", diagram: "Interactive Diagram", toml: "TOML", "fairy-max": "Fairy-Max" };
      for (const [format, name] of Object.entries(formats)) {
        await page.page.selectOption("#convert", format);
        await page.page.waitForFunction((wanted) => document.getElementById("format").textContent === wanted, name);
        if (await page.page.isVisible("#dialog")) await page.page.keyboard.press("Escape");
        await page.holds("f2", /white p/);
        await page.holds("c1", /white/);
        assert.equal(await page.page.locator("[role=gridcell]").count(), 80, name);
      }
    },
  },
  "a piece shows its moves, and the pointer puts an enemy where it is": {
    async run(page) {
      await page.play("xiangqi");
      await page.page.click("#tab-pieces");
      await page.page.locator("[data-piece-row=cannon] button").click();
      await page.says(/moves of the cannon/);
      const overlay = () => page.page.getAttribute("svg.board .overlay", "href");
      const own = page.page.locator("[role=gridcell][aria-label*='white cannon']");
      const at = await own.getAttribute("data-square");
      const before = await overlay();
      const near = at[0] + (Number(at.slice(1)) + 2);
      const box = await page.square(near).locator(".under").boundingBox();
      await page.page.mouse.move(box.x + 10, box.y + 10);
      await page.holds(near, /black cannon/);
      assert.notEqual(await overlay(), before);
      await page.page.mouse.click(box.x + 10, box.y + 10, { button: "right" });
      await page.holds(near, /white cannon/);
      await page.page.click("#end-moves");
      await page.says(/White to move/);
    },
  },
  "enemies and friends are put by keyboard as well": {
    async run(page) {
      await page.page.click("#tab-pieces");
      await page.page.locator("[data-piece-row=rook] button").click();
      await page.says(/moves of the rook/);
      const own = await page.page.locator("[role=gridcell][aria-label*='white rook']").getAttribute("data-square");
      const near = own[0] + (Number(own.slice(1)) + 2);
      await page.square(near).evaluate((element) => element.focus());
      for (const what of [/black rook/, /white rook/, /empty/]) {
        await page.page.keyboard.press("Enter");
        await page.holds(near, what);
      }
      await page.page.keyboard.press("Escape");
      await page.says(/White to move/);
    },
  },
  "leaps and slides are read from their squares, and their squares from a notation": {
    async run(page) {
      await page.page.click("#tab-make");
      const ring = (a, b) => [...new Set([[a, b], [b, a]].flatMap(([x, y]) => [[x, y], [-x, y], [x, -y], [-x, -y]]).map(String))];
      const [w, f, d, n, a, h, c, z, g] = [[0, 1], [1, 1], [0, 2], [1, 2], [2, 2], [0, 3], [1, 3], [2, 3], [3, 3]].map(([x, y]) => ring(x, y));
      const pieces = {
        N: [n, []], K: [[...w, ...f], []], R: [[], w], B: [[], f], Q: [[], [...w, ...f]], RN: [n, w], BN: [n, f], QN: [n, [...w, ...f]],
        RF: [f, w], BW: [w, f], WD: [[...w, ...d], []], FA: [[...f, ...a], []], HFD: [[...h, ...f, ...d], []], CZ: [[...c, ...z], []],
        fN: [["1,2", "-1,2"], []], fWfF: [["0,1", "1,1", "-1,1"], []], FfW: [[...f, "0,1"], []], WfF: [[...w, "1,1", "-1,1"], []], fR: [[], ["0,1"]],
        NN: [[], n], AADD: [[], [...a, ...d]], GH: [[...g, ...h], []],
      };
      const words = () => page.page.textContent("#make-words");
      const marked = () => page.page.locator("[data-target][aria-pressed=true]").evaluateAll((all) => all.map((one) => `${one.dataset.target}${one.textContent}`).sort().join(" "));
      const wanted = ([leaps, slides]) => [...leaps.map((one) => `${one}●`), ...slides.map((one) => `${one}→`)].sort().join(" ");
      for (const [betza, squares] of Object.entries(pieces)) {
        await page.page.fill("#make-betza", "");
        await page.page.fill("#make-betza", betza);
        await page.page.waitForFunction((n) => document.querySelectorAll("[data-target][aria-pressed=true]").length === n, squares[0].length + squares[1].length)
          .catch(async () => assert.equal(await marked(), wanted(squares), betza));
        assert.equal(await marked(), wanted(squares), betza);
        const meant = await words();
        await page.page.locator("#panel-make button", { hasText: "Clear" }).click();
        for (const [kind, some] of [["leap", squares[0]], ["slide", squares[1]]]) {
          await page.page.check(`input[name=reach][value=${kind}]`);
          for (const target of some) await page.page.locator(`[data-target="${target}"]`).evaluate((one) => one.click());
        }
        await page.page.waitForFunction((wanted) => document.getElementById("make-words").textContent === wanted, meant)
          .catch(async () => assert.equal(await words(), meant, betza));
        const made = await page.page.inputValue("#make-betza");
        assert.ok(made.length <= betza.length, `${betza}: ${made}`);
      }
      // What is more than leaps and slides has words and a picture, and no squares.
      const others = { mRcB: /captur/, nN: /block|empty|lame/i, pR: /over|hop/i, gQ: /Grasshopper/, "FyafsF": /Griffon/, "mWcF": /captur/, "[W-W]": /step/i };
      for (const [betza, said] of Object.entries(others)) {
        await page.page.fill("#make-betza", betza);
        await page.page.waitForFunction(([source]) => new RegExp(source, "i").test(document.getElementById("make-words").textContent), [said.source])
          .catch(async () => assert.match(await words(), said, betza));
        assert.equal(await marked(), "", betza);
        assert.equal(await page.page.locator("#make-picture img").count(), 1);
      }
    },
  },
  "a piece is made of the squares that it reaches": {
    async run(page) {
      await page.page.click("#tab-make");
      for (const target of ["1,2", "-1,2"]) await page.page.click(`[data-target="${target}"]`);
      await page.page.check("input[name=reach][value=slide]");
      for (const target of ["1,1", "1,-1", "-1,-1", "-1,1"]) await page.page.click(`[data-target="${target}"]`);
      await page.page.waitForFunction(() => document.getElementById("make-betza").value === "BfN");
      assert.match(await page.page.textContent("#make-words"), /bishop/);
      await page.page.selectOption("#make-for", "bishop");
      await page.page.click("#make-use");
      await page.page.waitForFunction(() => document.querySelector("input[data-piece=bishop]").value === "BfN");
      assert.match(await page.text(), /BfN/);
      // And the other way round.
      await page.page.fill("#make-betza", "gQ");
      await page.page.waitForFunction(() => /Grasshopper/.test(document.getElementById("make-words").textContent));
      await page.page.fill("#make-betza", "[F?R");
      await page.page.waitForFunction(() => /E0105/.test(document.getElementById("make-words").textContent));
    },
  },
  "all games are in a list that can be searched, and have a page of rules": {
    async run(page, { pictures }) {
      await page.page.click("#games");
      await page.page.fill("#games-search", "alert 12x14");
      const games = page.page.locator("[data-game]");
      assert.equal(await games.count(), 1);
      const drawn = games.locator("img");
      await page.page.waitForFunction(() => document.querySelector("[data-game] img").naturalWidth > 100);
      await page.page.fill("#games-search", "");
      await page.page.waitForFunction(() => document.querySelectorAll("[data-game]").length > 150);
      assert.equal(await drawn.count(), await games.count());
      assert.deepEqual(await drawn.evaluateAll((all) => all.filter((one) => !one.src.startsWith("data:image/svg+xml")).length), 0);
      await page.page.fill("#games-search", "alert 12x14");
      await games.first().click();
      await page.page.waitForFunction(() => /Alert/.test(document.getElementById("title").textContent));
      assert.equal(await page.page.locator("[role=gridcell]").count(), 152);
      await page.picture(pictures, "alert");
      await page.page.click("#rules");
      await page.page.locator("#dialog-body h3").first().waitFor();
      const broken = await page.page.evaluate(() => [...document.querySelectorAll("#dialog-body img")].filter((one) => one.complete && one.naturalWidth === 0).length);
      assert.equal(broken, 0);
      assert.ok((await page.page.locator("#dialog-body img").count()) > 10);
    },
  },
  "settings and numbered set-ups are chosen": {
    async run(page) {
      await page.play("apothecary-chess-classic");
      const before = await page.fen();
      const field = page.page.locator("#options input[type=number]");
      await field.fill("3");
      await field.press("Tab");
      await page.page.waitForFunction((fen) => document.getElementById("fen").value !== fen, before);
      await page.page.click("#share");
      assert.match(await page.page.inputValue("#share-address"), /q=setup%3D3/);
    },
  },
};
