import { keysOf } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Note, Text } from '../field.ts';
import { Closed, Nullable } from '../resource.ts';
import { factFields, sumFields } from '../document/head.ts';
import { printedLineNames } from '../document/line.ts';
import { signFields } from './fields.ts';

/** What is printed on, in millimetres; a roll has no height, its paper is as long as what stands on it. */
export const printPapers = {
  a4: { width: 210, height: 297 },
  a5: { width: 210, height: 148 },
  continuous140: { width: 241, height: 140 },
  continuous93: { width: 241, height: 93 },
  receipt80: { width: 80, height: null },
  receipt58: { width: 58, height: null },
} as const satisfies Record<string, { readonly width: number; readonly height: number | null }>;

export type PrintPaper = keyof typeof printPapers;
export const printPaperCodes = keysOf(printPapers);

const OneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  Type.Unsafe<Choices[number]>(Type.String({ enum: [...choices] }));

export const PrintPaperChoice = OneOf(printPaperCodes);

const Millimetres = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
const Margin = Millimetres(0, 60);

/** A field with the label that stands before or above it; an empty label is the field's own. */
const Item = <const Fields extends readonly string[]>(fields: Fields) =>
  Closed({ field: OneOf(fields), label: Text(30) });
const Items = <const Fields extends readonly string[]>(fields: Fields) =>
  Type.Array(Item(fields), { maxItems: fields.length });

/** The lines of the company's own data, in the order they may stand. */
export const companyFields = [
  'companyName',
  'companyAddress',
  'companyContacts',
  'companyPhone',
  'companyFax',
  'companyPostCode',
] as const;
export type CompanyField = (typeof companyFields)[number];

/** In which language labels are: the reader's own, one of the two, or both. */
export const printLanguages = ['reader', 'zh-cn', 'en', 'both'] as const;

/**
 * How the documents of a kind stand on a paper: data alone. Sections, their fields and sizes are chosen from what is declared
 * here; whatever a company writes itself is plain text.
 */
export const PrintTemplate = Closed({
  width: Millimetres(40, 450),
  height: Nullable(Millimetres(50, 600)),
  margins: Closed({ top: Margin, right: Margin, bottom: Margin, left: Margin }),
  /** In points. */
  fontSize: Type.Number({ minimum: 5, maximum: 24, multipleOf: 0.5 }),
  language: OneOf(printLanguages),
  header: Closed({
    logo: Type.Boolean(),
    company: Type.Array(OneOf(companyFields), { maxItems: companyFields.length }),
    /** Instead of the kind's name. */
    title: Text(40),
    /** The document's number to be scanned. */
    code: OneOf(['none', 'barcode', 'qr']),
    /** On every page; else pages after the first begin with kind and number. */
    repeat: Type.Boolean(),
  }),
  facts: Closed({
    across: Type.Integer({ minimum: 1, maximum: 6 }),
    fields: Items(factFields),
  }),
  lines: Closed({
    /** Rows of a table, or one line below the other, as a receipt has them. */
    layout: OneOf(['table', 'stacked']),
    columns: Type.Array(
      Closed({
        field: OneOf(printedLineNames),
        label: Text(30),
        /** In percent of the table; 0 leaves it to the content. */
        width: Type.Integer({ minimum: 0, maximum: 100 }),
      }),
      { minItems: 1, maxItems: printedLineNames.length },
    ),
    borders: Type.Boolean(),
    /** Columns in which no line says anything are printed too. */
    keepEmpty: Type.Boolean(),
    /** What the lines of each page come to, where there are several. */
    pageSums: Type.Boolean(),
    totals: Type.Boolean(),
  }),
  sums: Items(sumFields),
  footer: Closed({
    /** The company's sales agreement. */
    agreement: Type.Boolean(),
    note: Note(500),
    signs: Items(signFields),
    /** Signatures on every page. */
    repeat: Type.Boolean(),
    pageNumbers: Type.Boolean(),
    /** When it was printed. */
    printTime: Type.Boolean(),
  }),
});
export type PrintTemplate = Static<typeof PrintTemplate>;
