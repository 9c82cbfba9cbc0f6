// Master data, declared once: its list, what a user may write, what info answers, all from one entry for each field.
import { Type } from 'typebox';
import type { TInteger, TSchema } from 'typebox';
import * as is from './fieldTypes.ts';
import type { FieldType } from './fieldTypes.ts';
import type { Called } from './phrase/called.ts';
import { picked } from './picked.ts';
import type { Saying } from './picked.ts';
import { Closed, Id, onOne, resource } from './resource.ts';
import { table } from './table.ts';
import type { Column, Filter, Table } from './table.ts';

/** How a column looks in a list, beside what follows from its type. */
type Looks = Partial<Omit<Column, 'type'>>;

/**
 * A field of a record, in the order of its list and its form. What follows from a declaration is written nowhere else:
 * the list's columns and filters, the bodies of saving and reading, the row that is written, and the control of the form.
 */
export interface RecordField {
  readonly is: FieldType;
  /** The column of the record's table that keeps it. */
  readonly keeps?: string;
  /** Who finds it out that no column keeps: the list, info, or both. */
  readonly reads?: 'list' | 'info' | 'both';
  /** Who may say it: a control of the form, or the call alone. */
  readonly enters?: 'form' | 'call';
  readonly lists?: Looks;
  /** The list asks for it, on the first row or behind "more". */
  readonly filters?: 'first' | 'more';
  /** What it is called here; absent: as fields of its name are called everywhere. */
  readonly called?: Called;
}

export type RecordFields = Readonly<Record<string, RecordField>>;
/** Fields that a list has, that info answers, and that may be written. */
export type ListedField<F> = Saying<F, { readonly lists: object }>;
export type RepliedField<F> =
  | Saying<F, { readonly keeps: string }>
  | Saying<F, { readonly reads: 'info' | 'both' }>;
export type EnteredField<F> = Saying<F, { readonly enters: string }>;

/** What a form asks for, a column keeps and a list shows. */
export const entered = <const Name extends string, Type extends FieldType>(
  keeps: Name,
  type: Type,
  lists: Looks = {},
) => ({ is: type, keeps, enters: 'form', lists }) as const;
/** What a record is called. */
export const named = (least: number, most: number) =>
  ({ ...entered('name', is.name(least, most), { width: 180 }), filters: 'first' }) as const;
/** Which of several types it is of. */
export const typed = <const Types extends readonly string[]>(types: Types) =>
  ({ ...entered('type', is.oneOf(types)), filters: 'first' }) as const;
/** What nearly every record has, as all of them have it. */
export const sorted = entered('sort', is.sort);
export const remarked = entered('remark', is.note(200));
/** Its lists switch it on and off. */
export const switched = {
  is: is.flag,
  keeps: 'enabled',
  enters: 'call',
  lists: {},
  filters: 'more',
} as const;
/** How most of them end: a remark to look for, then the two. */
export const ending = {
  remark: { ...remarked, filters: 'first' },
  sort: sorted,
  enabled: switched,
} as const;
/** One of them stands where none is chosen. */
export const preferred = { is: is.flag, keeps: 'is_default', lists: {} } as const;

const head = {
  id: { type: 'id', hidden: true },
  version: { type: 'integer', hidden: true },
} as const;
const tail = { createTime: { type: 'time', optional: true } } as const;
const newestFirst = { column: 'createTime', direction: 'desc' } as const;

type Columns<F> = typeof head & {
  readonly [N in ListedField<F>]: F[N] extends { readonly is: { readonly column: infer Listed } }
    ? Listed
    : never;
} & typeof tail;

/** The ids that travel with a row stand before what is seen of it. */
export function columnsOf<F>(fields: F & RecordFields): Columns<F> {
  const listed = Object.entries(
    picked<RecordField, Column>(
      fields,
      ({ lists }) => lists !== undefined,
      ({ is: { column }, lists }) => ({ ...column, ...lists }),
    ),
  );
  const travels = ([, { type }]: readonly [string, Column]): boolean => type === 'id';
  const columns = [...listed.filter(travels), ...listed.filter((column) => !travels(column))];
  // SAFETY: those that are listed, each with the column of its type.
  return { ...head, ...Object.fromEntries(columns), ...tail } as Columns<F>;
}

const filterOf = (name: string, { column, entry }: FieldType): Filter => {
  const columns = [name];
  if (column.type === 'flag') return { by: 'flag', columns, control: 'flag' };
  const { choices } = column;
  if (choices !== undefined) return { by: 'equals', columns, control: 'choice', choices };
  if (entry === 'category' || entry === 'revenueClass')
    return { by: 'equals', columns, control: entry };
  return { by: 'contains', columns, control: 'text' };
};

const first = { first: true } as const;
/** Those of the first row stand before the others; each group in the order of the fields. */
export const filtersOf = (fields: RecordFields): Record<string, Filter> => {
  const standing = (at: RecordField['filters']) =>
    Object.entries(fields)
      .filter(([, { filters }]) => filters === at)
      .map(([name, field]) => [
        name,
        { ...filterOf(name, field.is), ...(at === 'first' ? first : {}) },
      ]);
  return Object.fromEntries([...standing('first'), ...standing('more')]);
};

export const bodyOf = <F extends RecordFields>(fields: F) =>
  Closed(
    // SAFETY: it picks the very fields that its type names, which the compiler can't follow through the entries.
    picked<RecordField, TSchema>(
      fields,
      ({ enters }) => enters !== undefined,
      (field) => field.is.takes,
    ) as { readonly [N in EnteredField<F>]: F[N]['is']['takes'] },
  );
export const infoOf = <F extends RecordFields>(fields: F) =>
  // SAFETY: the two of every record, and as above the very fields that its type names.
  Closed({
    id: Id,
    version: Type.Integer(),
    ...picked<RecordField, TSchema>(
      fields,
      ({ keeps, reads }) => keeps !== undefined || reads === 'info' || reads === 'both',
      (field) => field.is.reply,
    ),
  } as { readonly id: typeof Id; readonly version: TInteger } & {
    readonly [N in RepliedField<F>]: F[N]['is']['reply'];
  });

/**
 * A page of master data with its list and its calls, from its fields. `id` is where its words are looked up; `subject` the
 * table of the database that keeps it, which the log knows it by; `filters` are those that more hangs on than one column,
 * and stand before the fields' own. Those that have `enabled` can be switched on and off.
 */
export function record<
  const Name extends string,
  const Subject extends string,
  const F extends RecordFields,
  const Plain extends true | undefined = undefined,
>(declaration: {
  readonly id: Name;
  readonly subject: Subject;
  /** What one of them is called. */
  readonly called: Called;
  /** Nothing hangs on it: its calls and its page are made from this alone. */
  readonly plain?: Plain;
  readonly path: string;
  readonly page: string;
  readonly fields: F;
  /** The field that tells one from another; default: its name. */
  readonly unique?: EnteredField<F> & string;
  /** How its list is sorted; default: the newest first. */
  readonly order?: Table['order'];
  readonly filters?: Readonly<Record<string, Filter>>;
  /** What else names are unique with; absent: nothing, each is the only one of the company. */
  readonly within?: readonly string[];
  /** What its call to add is named; default: add. */
  readonly adds?: string;
}) {
  const { id, subject, called, plain, path, page, fields } = declaration;
  const {
    unique = 'name',
    order = newestFirst,
    filters = {},
    within = [],
    adds = 'add',
  } = declaration;
  const list = table({
    id,
    path: `${path}/list`,
    exportPath: `${path}/exportExcel`,
    access: { page },
    columns: columnsOf(fields),
    filters: { ...filters, ...filtersOf(fields) },
    order,
  });
  return {
    ...resource({
      path,
      page,
      table: list,
      fields: bodyOf(fields),
      info: infoOf(fields),
      unique: { field: unique, within },
      adds,
      ...('enabled' in fields ? { status: true } : {}),
    }),
    page,
    subject,
    called,
    // SAFETY: where it is not said, its type says so.
    plain: plain as Plain,
    /** Each field as it was declared. */
    declares: fields,
  };
}

/** Makes one of them the one that stands where none is chosen. */
export const preferOne = (
  { path, page }: { readonly path: string; readonly page: string | readonly string[] },
  summary: string,
) => onOne({ call: `POST ${path}/updateIsDefault`, summary, access: { page, button: '1' } });
