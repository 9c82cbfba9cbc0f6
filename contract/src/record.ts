// Master data, declared once: list, writable fields and info from one entry per field.
import { Type } from 'typebox';
import type { TInteger, TSchema } from 'typebox';
import * as is from './fieldTypes.ts';
import type { FieldType } from './fieldTypes.ts';
import type { Called } from './phrase/called.ts';
import { pickFields } from './picked.ts';
import type { Saying } from './picked.ts';
import { Closed, Id, onOne, defineResource } from './resource.ts';
import type { UniqueField } from './system/checks.ts';
import { defineTable } from './table.ts';
import type { TableColumn, Filter, TableDeclaration } from './table.ts';

/** Appearance of a list column, beside its type's defaults. */
type RecordColumnLooks = Partial<Omit<TableColumn, 'type'>>;

/**
 * Field of a record, in list and form order. Everything follows from the declaration: columns and filters,
 * save and read bodies, the stored row, and the form control.
 */
export interface RecordField {
  readonly is: FieldType;
  /** Column in the record's table. */
  readonly keeps?: string;
  /** Reader that computes a field without a column: list, info, or both. */
  readonly reads?: 'list' | 'info' | 'both';
  /** Input by a form control, or by the call alone. */
  readonly enters?: 'form' | 'call';
  readonly lists?: RecordColumnLooks;
  /** List filter, on the first row or behind "more". */
  readonly filters?: 'first' | 'more';
  /** Name of the field in this record; default: the common name. */
  readonly called?: Called;
}

export type RecordFields = Readonly<Record<string, RecordField>>;
/** Fields in the list, in info, and writable. */
export type ListedField<F> = Saying<F, { readonly lists: object }>;
export type RepliedField<F> =
  | Saying<F, { readonly keeps: string }>
  | Saying<F, { readonly reads: 'info' | 'both' }>;
export type EnteredField<F> = Saying<F, { readonly enters: string }>;

/** Declares a field that is entered, stored and listed. */
export const formField = <const Name extends string, Type extends FieldType>(
  keeps: Name,
  type: Type,
  lists: RecordColumnLooks = {},
) => ({ is: type, keeps, enters: 'form', lists }) as const;
export const nameField = (least: number, most: number) =>
  ({ ...formField('name', is.nameType(least, most), { width: 180 }), filters: 'first' }) as const;
export const typeField = <const Types extends readonly string[]>(types: Types) =>
  ({ ...formField('type', is.requiredChoiceType(types)), filters: 'first' }) as const;
/** Fields of nearly every record, with equal declarations. */
export const sorted = formField('sort', is.sort);
export const remarked = formField('remark', is.noteType(200));
/** Field `enabled`: records are enabled and disabled from the list, not in the form. */
export const switched = {
  is: is.flag,
  keeps: 'enabled',
  enters: 'call',
  lists: {},
  filters: 'more',
} as const;
/** Usual last fields: a searchable remark, then `sort` and `enabled`. */
export const ending = {
  remark: { ...remarked, filters: 'first' },
  sort: sorted,
  enabled: switched,
} as const;
/** Default record, used if none is chosen. */
export const preferred = { is: is.flag, keeps: 'is_default', lists: {} } as const;

const head = {
  id: { type: 'id', hidden: true },
  version: { type: 'integer', hidden: true },
} as const;
const tail = { createTime: { type: 'time', optional: true } } as const;
const newestFirst = { column: 'createTime', direction: 'desc' } as const;

type RecordColumns<F> = typeof head & {
  readonly [N in ListedField<F>]: F[N] extends { readonly is: { readonly column: infer Listed } }
    ? Listed
    : never;
} & typeof tail;

/** Builds list columns; hidden ids precede the visible columns. */
export function columnsOfRecord<F>(fields: F & RecordFields): RecordColumns<F> {
  const listed = Object.entries(
    pickFields<RecordField, TableColumn>(
      fields,
      ({ lists }) => lists !== undefined,
      ({ is: { column }, lists }) => ({ ...column, ...lists }),
    ),
  );
  const travels = ([, { type }]: readonly [string, TableColumn]): boolean => type === 'id';
  const columns = [...listed.filter(travels), ...listed.filter((column) => !travels(column))];
  // SAFETY: exactly the listed fields, each with its type's column.
  return { ...head, ...Object.fromEntries(columns), ...tail } as RecordColumns<F>;
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
/** Builds list filters: first row, then the rest, in field order. */
export const filtersOfRecord = (fields: RecordFields): Record<string, Filter> => {
  const standing = (at: RecordField['filters']) =>
    Object.entries(fields)
      .filter(([, { filters }]) => filters === at)
      .map(([name, field]) => [
        name,
        { ...filterOf(name, field.is), ...(at === 'first' ? first : {}) },
      ]);
  return Object.fromEntries([...standing('first'), ...standing('more')]);
};

export const bodyOfRecord = <F extends RecordFields>(fields: F) =>
  Closed(
    // SAFETY: `picked` picks exactly the fields named by the type; the compiler can't follow through the
    // entries.
    pickFields<RecordField, TSchema>(
      fields,
      ({ enters }) => enters !== undefined,
      (field) => field.is.takes,
    ) as { readonly [N in EnteredField<F>]: F[N]['is']['takes'] },
  );
export const infoOf = <F extends RecordFields>(fields: F) =>
  // SAFETY: id and version of every record, and exactly the fields named by the type, see above.
  Closed({
    id: Id,
    version: Type.Integer(),
    ...pickFields<RecordField, TSchema>(
      fields,
      ({ keeps, reads }) => keeps !== undefined || reads === 'info' || reads === 'both',
      (field) => field.is.reply,
    ),
  } as { readonly id: typeof Id; readonly version: TInteger } & {
    readonly [N in RepliedField<F>]: F[N]['is']['reply'];
  });

/**
 * Declares a master-data page with list and calls from its fields. `id` keys the labels; `subject` is the
 * database table and the log's name; `filters` span several columns and come first. Records with `enabled`
 * can be enabled and disabled.
 */
export function defineRecord<
  const Name extends string,
  const Subject extends string,
  const F extends RecordFields,
  const Plain extends true | undefined = undefined,
>(declaration: {
  readonly id: Name;
  readonly subject: Subject;
  /** Name of one record. */
  readonly called: Called;
  /** No further logic: calls and page follow from the declaration. */
  readonly plain?: Plain;
  readonly path: string;
  readonly page: string;
  readonly fields: F;
  /** Unique field; default: `name`. */
  readonly unique?: EnteredField<F> & string;
  /** Sort order of the list; default: newest first. */
  readonly order?: TableDeclaration['order'];
  readonly filters?: Readonly<Record<string, Filter>>;
  /** Further columns of uniqueness; absent: unique in the company. */
  readonly within?: readonly string[];
  /** Form fields behind these columns; default: the columns themselves. */
  readonly scopedBy?: readonly string[];
  /** Further fields, each unique in the company, by their names in `duplicateCheck`. */
  readonly alsoUnique?: Readonly<Partial<Record<EnteredField<F> & string, UniqueField>>>;
  /** Name of the add call; default: add. */
  readonly adds?: string;
}) {
  const { id, subject, called, plain, path, page, fields } = declaration;
  const {
    unique = 'name',
    order = newestFirst,
    filters = {},
    within = [],
    scopedBy = within,
    alsoUnique = {},
    adds = 'add',
  } = declaration;
  const list = defineTable({
    id,
    path: `${path}/list`,
    exportPath: `${path}/exportExcel`,
    access: { page },
    columns: columnsOfRecord(fields),
    filters: { ...filters, ...filtersOfRecord(fields) },
    order,
  });
  return {
    ...defineResource({
      path,
      page,
      table: list,
      fields: bodyOfRecord(fields),
      info: infoOf(fields),
      unique: { field: unique, within, scopedBy },
      adds,
      ...('enabled' in fields ? { status: true } : {}),
    }),
    page,
    subject,
    called,
    // SAFETY: if absent, its type is `undefined`.
    plain: plain as Plain,
    declares: fields,
    alsoUnique,
  };
}

/** Declares the call that sets the default record. */
export const preferOne = (
  { path, page }: { readonly path: string; readonly page: string | readonly string[] },
  summary: string,
) => onOne({ call: `POST ${path}/updateIsDefault`, summary, access: { page, button: '1' } });
