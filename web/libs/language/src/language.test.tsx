import { formatAge, formatCount, formatMoney, formatNumber } from "@staffroom/ui";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  changeLanguage,
  compareNames,
  currentLanguage,
  declared,
  languageKey,
  locale,
  rich,
  setLanguage,
  t,
  within,
} from ".";

afterEach(() => setLanguage("en"));

test("an English text is its own translation", () => {
  expect([t("Nothing here"), t("{0} of {1}", 2, 30), t("A new text"), locale]).toEqual([
    "Nothing here",
    "2 of 30",
    "A new text",
    "en-GB",
  ]);
  const answer = { data: { moves: [{ title: "Archive" }] } };
  expect(declared("/students/1", answer)).toBe(answer);
});

test("a language is saved on the device and the page reloaded", () => {
  const reload = vi.fn();
  changeLanguage("en", reload);
  expect([localStorage.getItem(languageKey), reload.mock.calls.length]).toEqual([null, 0]);
  changeLanguage("pt", reload);
  expect([localStorage.getItem(languageKey), reload.mock.calls.length]).toEqual(["pt", 1]);
  changeLanguage("xx" as "pt", reload);
  expect([localStorage.getItem(languageKey), reload.mock.calls.length]).toEqual(["pt", 1]);
});

describe("in Portuguese", () => {
  beforeEach(() => setLanguage("pt"));

  test("a text comes from the catalogue, and stays without a translation", () => {
    expect([currentLanguage(), t("Nothing here"), t("{0} of {1}", 2, 30), t("A text that nobody translates")]).toEqual([
      "pt",
      "Nada aqui",
      "2 de 30",
      "A text that nobody translates",
    ]);
    expect([locale, document.documentElement.lang]).toEqual(["pt-PT", "pt-PT"]);
  });

  test("words are placed around elements in the order of the language", () => {
    render(<p>{rich("{0} not saved. Show", <b>3</b>)}</p>);
    expect(screen.getByText("3").parentElement?.textContent).toBe("3 não guardadas. Mostrar");
  });

  test("declarations of a service are translated, data is not", () => {
    const columns = {
      data: {
        title: "Students",
        columns: [
          { name: "Name", title: "Name", options: [{ value: "No", label: "No" }], labels: { isOpen: { no: "No" } } },
        ],
      },
    };
    expect(declared("/students/columns", columns)).toEqual({
      data: {
        title: "Alunos",
        columns: [
          {
            name: "Name",
            title: "Nome",
            declaredTitle: "Name",
            options: [{ value: "No", label: "Não" }],
            labels: { isOpen: { no: "Não" } },
          },
        ],
      },
    });
    expect(
      declared("/students/1", {
        data: { title: "Name", moves: [{ name: "archive", title: "Archive", method: "POST", path: "/x" }] },
      }),
    ).toEqual({ data: { title: "Name", moves: [{ name: "archive", title: "Arquivar", method: "POST", path: "/x" }] } });
    const joins = { data: { columns: [], joins: [{ name: "departmentId.title", title: "Name > Total" }] } };
    expect(declared("/students/columns", joins)).toMatchObject({
      data: { joins: [{ title: "Nome > Total", declaredTitle: "Name > Total" }] },
    });
    expect(declared("/students", { data: [{ title: "Name" }] })).toEqual({ data: [{ title: "Name" }] });
  });

  test("an area's word has the area's meaning on its pages and in its lists' declarations", () => {
    const exams = within("exams");
    expect([exams.t("Entries"), within("forms").t("Entries"), t("Entries"), exams.t("Nothing here")]).toEqual([
      "Inscrições",
      "Preenchimentos",
      "Entradas",
      "Nada aqui",
    ]);
    render(<p>{exams.rich("Read on {0}", <b>01/06/26</b>)}</p>);
    expect(screen.getByText("01/06/26").parentElement?.textContent).toBe("Lido em 01/06/26");
    const columns = { data: { columns: [{ name: "paper", title: "Paper" }] } };
    expect(
      [declared("/exams/seats/columns", columns), declared("/files/columns", columns)].map(({ data }) => data.columns),
    ).toMatchObject([[{ title: "Prova", declaredTitle: "Paper" }], [{ title: "Papel" }]]);
  });

  test("moves of a record's parts are translated, and the rest is the same object", () => {
    const move = { name: "archive", title: "Archive", method: "POST", path: "/students/1/archive" };
    const rest = { title: "Name", rows: [{ moves: ["archive"] }] };
    const answer = declared("/checklists/1", {
      data: {
        rest,
        items: [
          { title: "Name", moves: [] },
          { title: "Name", moves: [move] },
        ],
      },
    });
    expect(answer.data.items).toEqual([
      { title: "Name", moves: [] },
      { title: "Name", moves: [{ ...move, title: "Arquivar" }] },
    ]);
    expect(answer.data.rest).toBe(rest);
  });

  test("refusals in jobs and previews are translated", () => {
    const outcomes = declared("/jobs/finance-7/outcomes", {
      data: [
        { id: 1, refusal: null },
        { id: 2, refusal: "Title is required" },
      ],
    });
    expect(outcomes.data.map(({ refusal }) => refusal)).toEqual([null, "Título é obrigatório"]);
    const preview = declared("/bills/moves/preview", {
      data: { count: 2, refusals: [{ text: "Title is required", count: 1 }] },
    });
    expect(preview.data.refusals).toEqual([{ text: "Título é obrigatório", count: 1 }]);
  });

  test("a service's sentences are translated by call and property", () => {
    const problem = { text: "There is no planned entry", refuses: true };
    expect(declared("/exams/entries/check", { data: [problem] })).toEqual({
      data: [{ text: "Não há inscrição prevista", refuses: true }],
    });
    expect(declared("/exams/incidents", { data: [problem] })).toEqual({ data: [problem] });
    const objections = [
      {
        kind: "relative",
        text: "Ada Byron is uncle of Alan Turing, who sits here. Give a reason to allow it in your name.",
        allowed: true,
      },
    ];
    expect(
      declared("/exams/sessions/7/invigilators", { data: [{ id: 1, name: "Ada Byron", objections }] }).data[0]
        ?.objections[0]?.text,
    ).toBe("Ada Byron é uncle de Alan Turing, que faz prova aqui. Dê um motivo para o permitir em seu nome.");
    expect(
      declared("/exam/3/entercourse", { data: { skipped: ["Ada Byron already has an entry"] } }).data.skipped,
    ).toEqual(["Ada Byron já tem uma inscrição"]);
  });

  test("exam calls at legacy addresses have the meanings of exams, in moves too", () => {
    const columns = {
      data: { columns: [{ name: "type", title: "Fee", options: [{ value: "trial", label: "Trial" }] }] },
    };
    for (const path of [
      "/exam/columns",
      "/system/examseries/columns",
      "/exams/entries/columns?computed=x",
      "/candidates/columns",
    ]) {
      const [column] = declared(path, columns).data.columns;
      expect([path, column?.title, column?.options[0]?.label]).toEqual(
        path.startsWith("/candidates") ? [path, "Valor", "Experimental"] : [path, "Taxa", "Simulado"],
      );
    }
    const needs = [{ name: "fee", title: "Fee" }];
    expect(
      declared("/exams/entries/3", {
        data: { moves: [{ name: "enter", title: "Fee", method: "POST", path: "/x", needs }] },
      }).data.moves[0],
    ).toMatchObject({ title: "Taxa", needs: [{ title: "Taxa" }] });
  });

  test("numbers, money and ages are written in the usual form", () => {
    const plain = (text: string) => text.replaceAll(/\s/g, " ");
    expect(
      [
        formatMoney(1234567, "EUR"),
        formatNumber(12345.5),
        formatCount(2, "record", "records"),
        formatAge("2026-11-21", Date.parse("2026-11-23T12:00:00Z")),
      ].map(plain),
    ).toEqual(["12 345,67 €", "12 345,5", "2 registos", "2 dias"]);
  });

  test("names are sorted as users expect", () => {
    expect(["Zita", "Álvaro", "Ana", "Óscar", "Pedro 10", "Pedro 2"].toSorted(compareNames)).toEqual([
      "Álvaro",
      "Ana",
      "Óscar",
      "Pedro 2",
      "Pedro 10",
      "Zita",
    ]);
  });
});
