import { keysOf } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Note, Text } from '../field.ts';
import { Closed, Nullable } from '../resource.ts';
import { factFields, sumFields } from '../document/head.ts';
import { printedLineNames } from '../document/line.ts';
import { signFields } from './fields.ts';

/** Papers in millimetres; a roll is as long as its content. */
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

const MillimetreNumber = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
const Margin = MillimetreNumber(0, 60);

/** Field with a label before or above; '': the field's own. */
const Item = <const Fields extends readonly string[]>(fields: Fields) =>
  Closed({ field: OneOf(fields), label: Text(30) });
const PrintItemList = <const Fields extends readonly string[]>(fields: Fields) =>
  Type.Array(Item(fields), { maxItems: fields.length });

/** Company data lines in printing order. */
export const companyFields = [
  'companyName',
  'companyAddress',
  'companyContacts',
  'companyPhone',
  'companyFax',
  'companyPostCode',
] as const;
export type CompanyField = (typeof companyFields)[number];

/** Language of labels: the reader's, one of the two, or both. */
export const printLanguages = ['reader', 'zh-cn', 'en', 'both'] as const;

/**
 * Print template: pure data. Sections, fields and sizes are chosen from declared options; company text is
 * plain text.
 */
export const PrintTemplate = Closed({
  width: MillimetreNumber(40, 450),
  height: Nullable(MillimetreNumber(50, 600)),
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
    fields: PrintItemList(factFields),
  }),
  lines: Closed({
    /** Table rows, or stacked lines like on a receipt. */
    layout: OneOf(['table', 'stacked']),
    columns: Type.Array(
      Closed({
        field: OneOf(printedLineNames),
        label: Text(30),
        /** Percentage of the table's width; 0: by content. */
        width: Type.Integer({ minimum: 0, maximum: 100 }),
      }),
      { minItems: 1, maxItems: printedLineNames.length },
    ),
    borders: Type.Boolean(),
    /** Prints empty columns, too. */
    keepEmpty: Type.Boolean(),
    /** Prints totals per page if several. */
    pageSums: Type.Boolean(),
    totals: Type.Boolean(),
  }),
  sums: PrintItemList(sumFields),
  footer: Closed({
    /** The company's sales agreement. */
    agreement: Type.Boolean(),
    note: Note(500),
    signs: PrintItemList(signFields),
    /** Signatures on every page. */
    repeat: Type.Boolean(),
    pageNumbers: Type.Boolean(),
    printTime: Type.Boolean(),
  }),
});
export type PrintTemplate = Static<typeof PrintTemplate>;
