// Figures of another program, compared with the books.
import { movingFigures } from '@tradehouse/contract';
import type { ReplyOf, RowOf, figureAgreement } from '@tradehouse/contract';
import { checkFigureDay, entriesOf, figureKinds, isKeyOf } from '@tradehouse/domain';
import type { FigureKind, FigureSubject } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { mayUseWarehouse, orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { bindTable, recordRows } from '../../kernel/table/index.ts';
import type {
  ColumnValues,
  FilterResolver,
  StoredResourceRow,
  Writer,
} from '../../kernel/table/index.ts';
import { grantedPartners } from '../partner/index.ts';
import { exactMoney, moneyDigits, readCompanyToday } from '../system/index.ts';
import { ownFigures, readComparedFigures } from './ownFigures.ts';
import type { FiguresToCompare } from './ownFigures.ts';
import { visibleFigures } from './visibleFigures.ts';

const amountKinds = entriesOf(figureKinds).flatMap(([kind, { measure }]) =>
  measure === 'amount' ? [kind] : [],
);

/** Name of the record that figure `row` is about; '' for a total. */
const subjectNameSql = (tenantId: string): RawBuilder<string> => sql<string>`coalesce(
  (select name from warehouse where tenant_id = ${tenantId} and id = row.warehouse_id),
  (select name from partner where tenant_id = ${tenantId} and id = row.partner_id),
  (select name from account where tenant_id = ${tenantId} and id = row.account_id), '')`;

type FigureRow = RowOf<typeof movingFigures.list>;

/** Visible figures beside the company's own; own amounts have the decimals of the currency. */
const comparedFiguresSql = (
  context: Context,
  compared: readonly FiguresToCompare[],
): RawBuilder<FigureRow> => {
  const { tenantId, scope } = context;
  return sql<FigureRow>`(
    select pair.*, pair.ours - pair.figure as difference,
      case when pair.ours = pair.figure then 'agrees' else 'differs' end as "figureState"
    from (
      select row.id, row.version, row.warehouse_id as "warehouseId", row.partner_id as "partnerId",
        row.account_id as "accountId", row.figure_kind as "figureKind",
        ${subjectNameSql(tenantId)} as "subjectName", row.day, row.figure,
        case when row.figure_kind = any(${amountKinds}::text[])
          then round(coalesce(own.figure, 0), setting.currency_digits)
          else coalesce(own.figure, 0) end as ours,
        row.remark, row.created_at as "createTime"
      from moving_figure as row
      join tenant_setting as setting on setting.tenant_id = ${tenantId}
      left join ${ownFigures(context, compared)} as own
        on own.kind = row.figure_kind and own.day = row.day
        and own.subject_id = coalesce(row.warehouse_id, row.partner_id, row.account_id, 0)
      where row.tenant_id = ${tenantId} and ${visibleFigures(scope)}) as pair)`;
};

const COMPARED = Symbol('compared figures');

/** Only the kinds and days of existing figures are computed. */
const withComparedFigures: FilterResolver = async (context, filters) => ({
  ...filters,
  // SAFETY: read below, and by no declared filter.
  [COMPARED]: (await readComparedFigures(context)) as never,
});

const movingFigureRows = bindTable(
  movingFigures.list,
  (context, filters) => {
    // SAFETY: set by `withComparedFigures`.
    const compared = (filters as unknown as Record<typeof COMPARED, readonly FiguresToCompare[]>)[
      COMPARED
    ];
    return comparedFiguresSql(context, compared);
  },
  { pages: 'whole', meaning: withComparedFigures },
);

const nameInfo =
  (table: 'warehouse' | 'partner' | 'account') =>
  ({ tenantId }: Context): RawBuilder<unknown> =>
    sql`(
    select name from ${sql.table(table)} as named
    where named.tenant_id = ${tenantId} and named.id = ${sql.ref(`row.${table}_id`)})`;

export const movingFigureWriter: Writer<typeof movingFigures> = {
  ...recordRows('moving_figure', movingFigures, {
    mine: ({ scope }) => visibleFigures(scope),
    reads: {
      subjectName: ({ tenantId }) => subjectNameSql(tenantId),
      warehouseName: nameInfo('warehouse'),
      partnerName: nameInfo('partner'),
      accountName: nameInfo('account'),
      ours: () => sql`null`,
      difference: () => sql`null`,
      figureState: () => sql`null`,
    },
    before: completeFigure,
    taken: () => refuseWith('moving.taken', {}, { field: 'figureKind' }),
  }),
  list: movingFigureRows,
};

/** Drops subjects of other kinds of figures, and checks subject, day and decimals. */
async function completeFigure(
  context: Context,
  row: ColumnValues,
  existing: StoredResourceRow | null,
): Promise<ColumnValues> {
  const { tx, tenantId } = context;
  const named = Object.entries(row).filter(([, value]) => value !== undefined);
  const entry: ColumnValues = { ...existing, ...Object.fromEntries(named) };
  const kind = String(entry['figure_kind']);
  if (!isKeyOf(figureKinds, kind)) return refuseWith('request.field', { field: 'figureKind' });
  const subject = subjectColumns(kind, entry);
  await refuseUnknownSubject(context, kind, subject);
  await refuseHiddenFigure(context, kind, subject);
  const { rows } = await sql<{ day: string }>`
    select distinct day::text as day from moving_figure
    where tenant_id = ${tenantId} and id <> ${existing?.id ?? '0'}`.execute(tx);
  checkFigureDay(
    String(entry['day']),
    await readCompanyToday(context),
    rows.map(({ day }) => day),
  );
  return { ...subject, figure: await exactFigure(context, kind, String(entry['figure'])) };
}

async function exactFigure(context: Context, kind: FigureKind, figure: string): Promise<string> {
  if (figureKinds[kind].measure === 'quantity') return figure;
  return exactMoney(figure, await moneyDigits(context, null), { field: 'figure' });
}

type SubjectColumn = 'warehouse_id' | 'partner_id' | 'account_id';
type SubjectColumns = Readonly<Record<SubjectColumn, string | null>>;

const columnOfSubject: Readonly<Record<FigureSubject, SubjectColumn>> = {
  warehouse: 'warehouse_id',
  customer: 'partner_id',
  supplier: 'partner_id',
  member: 'partner_id',
  account: 'account_id',
};

function subjectColumns(kind: FigureKind, entry: ColumnValues): SubjectColumns {
  const { subject } = figureKinds[kind];
  const column = subject === null ? null : columnOfSubject[subject];
  const idIn = (name: SubjectColumn): string | null => {
    const id = entry[name] ?? null;
    return name === column && id !== null ? String(id) : null;
  };
  return {
    warehouse_id: idIn('warehouse_id'),
    partner_id: idIn('partner_id'),
    account_id: idIn('account_id'),
  };
}

/** Refuses subjects of other companies or types, and subjects that the caller may not use. */
async function refuseUnknownSubject(
  { tx, tenantId, scope }: Context,
  kind: FigureKind,
  { warehouse_id: warehouseId, partner_id: partnerId, account_id: accountId }: SubjectColumns,
): Promise<void> {
  if (warehouseId !== null && !mayUseWarehouse(scope, warehouseId)) refuseWith('record.missing');
  const { rows } = await sql<{ known: boolean }>`
    select (${warehouseId}::bigint is null or exists (
        select from warehouse where tenant_id = ${tenantId} and id = ${warehouseId}))
      and (${accountId}::bigint is null or exists (
        select from account where tenant_id = ${tenantId} and id = ${accountId}))
      and (${partnerId}::bigint is null or exists (
        select from partner where tenant_id = ${tenantId} and id = ${partnerId} and removed_at is null
          and type = ${figureKinds[kind].subject} and ${grantedPartners(scope, 'partner')})) as known`.execute(
    tx,
  );
  if (!orRefuseMissing(rows[0]).known) refuseWith('record.missing');
}

/**
 * Refuses a figure hidden from the writer before storing: otherwise the refusal of a duplicate would reveal
 * a hidden figure.
 */
async function refuseHiddenFigure(
  { tx, scope }: Context,
  kind: FigureKind,
  { warehouse_id: warehouseId, partner_id: partnerId, account_id: accountId }: SubjectColumns,
): Promise<void> {
  const { rows } = await sql`
    select from (select ${kind}::text as figure_kind, ${warehouseId}::bigint as warehouse_id,
      ${partnerId}::bigint as partner_id, ${accountId}::bigint as account_id) as row
    where ${visibleFigures(scope)}`.execute(tx);
  if (rows.length === 0) refuseWith('access.denied');
}

/** Counts visible figures that agree with the books, and the others. */
export async function countAgreement(context: Context): Promise<ReplyOf<typeof figureAgreement>> {
  const compared = await readComparedFigures(context);
  const { rows } = await sql<ReplyOf<typeof figureAgreement>>`
    select count(*) filter (where "figureState" = 'agrees')::integer as agree,
      count(*) filter (where "figureState" = 'differs')::integer as differ
    from ${comparedFiguresSql(context, compared)} as compared`.execute(context.tx);
  return orRefuseMissing(rows[0]);
}
