import { Type } from 'typebox';
import type { DateReach, FieldRule } from '@tradehouse/domain';
import type { TInteger, TObject, TProperties, TSchema } from 'typebox';
import { endpoint } from './endpoint.ts';
import type { Declaration } from './endpoint.ts';
import type { Table } from './table.ts';

export const Id = Type.String({ pattern: '^[0-9]{1,18}$' });
/** Comma-joined ids, as batch calls send them; a trailing comma is tolerated. */
export const Ids = Type.String({ pattern: '^[0-9]{1,18}(,[0-9]{1,18})*,?$', maxLength: 20_000 });
/** The versions at which those that `ids` names were read, in the same order: what was changed since is refused. */
export const Versions = Type.String({ pattern: '^[0-9]{1,9}(,[0-9]{1,9})*,?$', maxLength: 20_000 });
const decimal = (rule: FieldRule, pattern: string) => Type.String({ pattern, rule });
/** An exact decimal: up to 18 digits before the point and 6 after, as a string. */
export const DecimalString = decimal('number', '^-?[0-9]{1,18}(\\.[0-9]{1,6})?$');
/** The same as it is given: below 10^15, so that what is kept may add up many of them. */
export const NumberString = decimal('number', '^-?[0-9]{1,15}(\\.[0-9]{1,6})?$');
/** The same, not below zero. */
export const AmountString = decimal('amount', '^[0-9]{1,15}(\\.[0-9]{1,6})?$');
/** The same, above zero. */
export const PositiveString = decimal('positive', '^(?=.*[1-9])[0-9]{1,15}(\\.[0-9]{1,6})?$');
/** The same, from 0 to 100. */
export const PercentString = decimal('percent', '^(100(\\.0{1,6})?|[0-9]{1,2}(\\.[0-9]{1,6})?)$');
const dayWithin = (reach: DateReach) =>
  Type.String({ pattern: '^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$', format: 'date', reach });
const instantWithin = (reach: DateReach) =>
  Type.String({
    pattern: '^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,15}(Z|[+-][0-9]{2}:[0-9]{2})$',
    format: 'date-time',
    reach,
  });
/** A day that the calendar has, from 1970 to the end of next year. */
export const Day = dayWithin('near');
/** The last day of what lasts: from 1970 to 2100. */
export const LastDay = dayWithin('far');
/** An ISO instant with its zone, from 1970 to the end of next year. */
export const Instant = instantWithin('near');
/** The end of what lasts, as an ISO instant with its zone: from 1970 to 2100. */
export const LastInstant = instantWithin('far');
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const Closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
/** What a change answers: the record it touched and its new version. */
export const Saved = Closed({ id: Id, version: Type.Integer() });
export const Changed = Closed({ changed: Type.Integer() });

type Act = Omit<Declaration, 'input' | 'reply'>;
const One = Closed({ id: Id });
const Several = Closed({ ids: Ids });

/** A call that does something to one record. */
export const onOne = (act: Act) => endpoint({ ...act, input: One, reply: Changed });
/** A call that does something to several records, all or none. */
export const onSeveral = (act: Act) => endpoint({ ...act, input: Several, reply: Changed });

type Reading<Reply extends TSchema> = Omit<Declaration<TSchema, Reply>, 'call' | 'input'> & {
  readonly path: string;
};
/** A call that asks nothing and tells what there is. */
export const readAll = <Reply extends TSchema>({ path, ...reading }: Reading<Reply>) =>
  endpoint({ ...reading, call: `GET ${path}`, input: Closed({}) });
/** A call that tells of one record. */
export const readOne = <Reply extends TSchema>({ path, ...reading }: Reading<Reply>) =>
  endpoint({ ...reading, call: `GET ${path}`, input: One });

type Question = Omit<Reading<TSchema>, 'reply'>;
/** A call that tells whether there is such a record already. */
export const isTaken = <Asks extends TProperties>({
  path,
  asks,
  ...question
}: Question & { readonly asks: Asks }) =>
  endpoint({
    ...question,
    call: `GET ${path}`,
    input: Closed(asks),
    reply: Closed({ status: Type.Boolean() }),
  });

/** What a select offers, to every signed-in user unless it says to whom. */
export const choices = <Row extends TProperties>({
  row,
  access = 'signedIn',
  ...question
}: Omit<Question, 'access'> & Partial<Pick<Question, 'access'>> & { readonly row: Row }) =>
  readAll({ ...question, access, reply: Type.Array(Closed(row)) });

/** What add takes, with the record it means and the version it was read at. */
const withVersion = <F extends TObject>(fields: F) =>
  // SAFETY: the spread of a generic object loses its keys for the compiler; these are they.
  Closed({ ...fields.properties, id: Id, version: Type.Integer() }) as unknown as TObject<
    F['properties'] & { id: typeof Id; version: TInteger }
  >;

/**
 * The seven (or eight) calls every master-data page has (domain.md §8.1), from one declaration.
 * `page` is the menu url whose right and edit button guard them (any of several, where records of one path have their own
 * pages); `fields` is what a user may write.
 */
export function resource<F extends TObject, I extends TObject, const T extends Table>(declaration: {
  readonly path: string;
  readonly page: string | readonly string[];
  readonly table: T;
  /** What add and update take (update adds id and version). */
  readonly fields: F;
  /** What info answers. */
  readonly info: I;
  /** Column that must be unique, and what else it is unique with. */
  readonly unique: { readonly field: string; readonly within?: readonly string[] };
  /** Rows can be switched on and off. */
  readonly status?: true;
  /** What its call to add is named; default: add. */
  readonly adds?: string;
}) {
  const { path, page, fields, info, adds = 'add' } = declaration;
  const view = { page } as const;
  const edit = { page, button: '1' } as const;
  const saves = { access: edit, labels: declaration.table.id, reply: Saved };
  return {
    ...declaration,
    list: declaration.table,
    infoCall: readOne({
      path: `${path}/info`,
      summary: `One ${path.slice(1)}`,
      access: view,
      reply: info,
    }),
    add: endpoint({
      call: `POST ${path}/${adds}`,
      summary: `Add a ${path.slice(1)}`,
      ...saves,
      input: fields,
    }),
    update: endpoint({
      call: `PUT ${path}/update`,
      summary: `Change a ${path.slice(1)}`,
      ...saves,
      input: withVersion(fields),
    }),
    remove: onOne({
      call: `DELETE ${path}/delete`,
      summary: `Delete a ${path.slice(1)}`,
      access: edit,
    }),
    removeBatch: onSeveral({
      call: `DELETE ${path}/deleteBatch`,
      summary: 'Delete several',
      access: edit,
    }),
    setStatus: endpoint({
      call: `POST ${path}/batchSetStatus`,
      summary: 'Enable or disable several',
      access: edit,
      input: Closed({
        ids: Ids,
        status: Type.Union([Type.Boolean(), Type.Literal('0'), Type.Literal('1')]),
      }),
      reply: Changed,
    }),
    nameExists: isTaken({
      path: `${path}/checkIsNameExist`,
      summary: 'Is the name taken',
      access: view,
      asks: {
        id: Type.Optional(Id),
        name: Type.String({ maxLength: 200 }),
        type: Type.Optional(Type.String()),
        parentId: Type.Optional(Id),
      },
    }),
  };
}
