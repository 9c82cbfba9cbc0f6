import { openingDebts, sheets } from '@tradehouse/contract';
import { DomainError, completeOpeningDebt, normalText } from '@tradehouse/domain';
import type { ErrorKey, OpeningDebtTerms, SentenceFacts } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import {
  columnsOfTerms,
  grantedPartners,
  openingDebtBulk,
  postOpeningDebts,
  removeOpeningDebts,
  visibleOpeningDebts,
} from '../partner/index.ts';
import { ownMoney, rateOn, readCompanyToday } from '../system/index.ts';
import {
  addFaults,
  addFaultsWhere,
  addRepeated,
  addUnknown,
  cellTextSql,
  importRowRangeSql,
  importRowsSql,
  listImportRowRanges,
  lookUpNames,
} from './compare.ts';
import type { ImportRowRange } from './compare.ts';
import { asCell, storedFields } from './productFields.ts';
import type { SheetImportState } from './sheetImport.ts';
import { changeStored } from './storedWork.ts';
import { refuseChangedRecords, refuseUsedRecords } from './takeBack.ts';
import type { ChangeSide, SheetRowCells } from './takeBack.ts';
import type { SheetWork } from './work.ts';

const columns = storedFields(openingDebts.declares, Object.keys(sheets.openingDebts.fields));

/** Cells of an opening debt `p`. */
const debtCells = (tenantId: string): RawBuilder<unknown> => sql`jsonb_build_object(
  'partnerName', (
    select holder.name from partner holder where holder.tenant_id = ${tenantId} and holder.id = p.partner_id),
  ${sql.join(Object.entries(columns).map(([field, at]) => sql`${sql.lit(field)}, ${asCell('p', at)}`))})`;

/** Opening debts by spreadsheet, identified by side and number. Debts not settled since can be undone. */
export const openingDebtWork: SheetWork = {
  rule: () => ({ derived: {}, faults: [] }),
  check: checkOpeningDebtImport,
  present: (context, { id }) => sql`
    select r.row, p.version, ${debtCells(context.tenantId)}
    from sheet_row r join opening_debt p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    where ${importRowsSql(context, id)}`,
  write: async (context, at, progress) => {
    requireMoney(context);
    await holdDebtors(context, at);
    for (const part of await listImportRowRanges(context, at.id, ['new', 'changed'])) {
      await addImportedDebts(context, at, part);
      await changeImportedDebts(context, at, part, 1);
      await progress(part.rows);
    }
  },
  undo: async (context, at, progress) => {
    requireMoney(context);
    await holdDebtors(context, at);
    await refuseUsedRecords(context, at, settlingDocuments(context));
    await refuseChangedRecords(context, at, 'opening_debt');
    for (const part of await listImportRowRanges(context, at.id, ['new', 'changed'])) {
      await changeImportedDebts(context, at, part, 0);
      const added = await targetIds(context, importRowRangeSql(context, at.id, part, 'new'));
      await removeOpeningDebts(context, added, `sheet:${at.id}:undone`);
      await progress(part.rows);
    }
  },
  all: (context) => sql`
    select ${debtCells(context.tenantId)} as cells from opening_debt p
    where p.tenant_id = ${context.tenantId} and ${visibleOpeningDebts(context, 'p')}
    order by p.business_date, p.id`,
};

function requireMoney({ scope }: Context): void {
  if (!seesAmounts(scope, 'money')) refuseWith('access.denied');
}

/** Locks the partners, so that none gets an opening balance without bills meanwhile. */
async function holdDebtors(context: Context, { id }: SheetImportState): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    select from partner where partner.tenant_id = ${tenantId} and partner.id in (
      select ${partnerOf} from sheet_row r where ${importRowsSql(context, id)})
    order by partner.id for no key update`.execute(tx);
}

/** Documents `d` that settle an imported debt, named `p`. */
const settlingDocuments = ({ tenantId }: Context): RawBuilder<unknown> => sql`
  join (select id, document_id, number as name from opening_debt where tenant_id = ${tenantId}) p
    on p.id = r.target_id
  join document_line line on line.tenant_id = ${tenantId} and line.settled_document_id = p.document_id
  join document d on d.tenant_id = ${tenantId} and d.id = line.document_id and d.deleted_at is null`;

const customerOf = sql<string>`(r.derived->>'customerId')`;
const supplierOf = sql<string>`(r.derived->>'supplierId')`;
const sideCell = cellTextSql('side');
/** Side of a row: entered, or of the only partner with the name. */
const sideOf = sql<string>`coalesce(${sideCell}, case when ${customerOf} is null then 'payable'
  when ${supplierOf} is null then 'receivable' end)`;
const partnerOf = sql<string>`(case ${sideOf} when 'receivable' then ${customerOf}
  when 'payable' then ${supplierOf} end)::bigint`;

async function checkOpeningDebtImport(context: Context, at: SheetImportState): Promise<void> {
  const { tx, tenantId, scope } = context;
  const { id } = at;
  await sql`
    update sheet_row r set derived = r.derived - 'customerId' - 'supplierId'
    where ${importRowsSql(context, id)}`.execute(tx);
  for (const [type, key] of [
    ['customer', 'customerId'],
    ['supplier', 'supplierId'],
  ] as const)
    await lookUpNames(
      context,
      at,
      ['partnerName', key],
      sql`select p.name, p.id from partner p
        where p.tenant_id = ${tenantId} and p.type = ${type} and p.removed_at is null
          and ${grantedPartners(scope, 'p')}`,
    );
  const both = sql<boolean>`(${sideCell} is null and ${customerOf} is not null
    and ${supplierOf} is not null)`;
  await addFaultsWhere(context, id, ['side', 'cell.missing'], both);
  await addUnknown(context, id, 'partnerName', sql`${partnerOf} is null and not ${both}`);
  await sql`
    update sheet_row r set target_id = p.id
    from (
      select id, partner_id, side, normal_text(number) as number from opening_debt
      where tenant_id = ${tenantId} offset 0) p
    where ${importRowsSql(context, id)} and p.side = ${sideOf} and p.partner_id = ${partnerOf}
      and p.number = normal_text(${cellTextSql('number')})`.execute(tx);
  await addRepeated(
    context,
    id,
    'number',
    sql`${sideOf} || ' ' || normal_text(${cellTextSql('number')})`,
  );
  const taken = sql`
    select r.row, jsonb_build_object('number', ${cellTextSql('number')}) from sheet_row r
    join opening_debt p on p.tenant_id = ${tenantId} and p.side = ${sideOf}
      and normal_text(p.number) = normal_text(${cellTextSql('number')})
    where ${importRowsSql(context, id)} and r.target_id is null`;
  await addFaults(context, id, ['number', 'document.numberTaken'], taken);
  const balanced = sql`
    select r.row, jsonb_build_object('name', p.name) from sheet_row r
    join partner p on p.tenant_id = ${tenantId} and p.id = ${partnerOf}
      and (p.opening_receivable <> 0 or p.opening_payable <> 0)
    where ${importRowsSql(context, id)}`;
  await addFaults(context, id, ['partnerName', 'openingDebt.balance'], balanced);
  await completeRows(context, id);
}

interface EnteredRow {
  readonly row: number;
  readonly cells: SheetRowCells;
  readonly stored: SheetRowCells | null;
  readonly side: string;
  readonly dayRate: string | null;
}

/** Rows completed together. */
const PAGE = 2_000;

/** Completes the terms of all readable rows by the rule of the form; a refused row gets a fault. */
async function completeRows(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  const facts = { today: await readCompanyToday(context), own: await ownMoney(context) };
  for (let after = 0; ;) {
    const { rows } = await sql<EnteredRow>`
      select r.row, r.cells, ${sideOf} as side,
        case when p.id is not null then ${debtCells(tenantId)} end as stored,
        ${rateOn(tenantId, cellTextSql('currency'), sql`${cellTextSql('businessDate')}::date`)} as "dayRate"
      from sheet_row r
      left join opening_debt p on p.tenant_id = ${tenantId} and p.id = r.target_id
      where ${importRowsSql(context, id)} and r.row > ${after} and ${partnerOf} is not null
        and not exists (select from sheet_fault fault
          where fault.tenant_id = ${tenantId} and fault.import_id = ${id} and fault.row = r.row)
      order by r.row limit ${sql.lit(PAGE)}`.execute(tx);
    await keepTerms(context, id, rows, facts);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.row;
  }
}

async function keepTerms(
  context: Context,
  id: string,
  rows: readonly EnteredRow[],
  facts: Omit<Parameters<typeof completeOpeningDebt>[1], 'dayRate'>,
): Promise<void> {
  const completed: { readonly row: number; readonly cells: object }[] = [];
  const faults: { row: number; field: string; key: ErrorKey; facts: SentenceFacts }[] = [];
  for (const { row, cells, stored, side, dayRate } of rows)
    try {
      const terms = termsOf(cells, stored, { ...facts, dayRate });
      const names = {
        side,
        number: stored?.['number'] ?? normalText(cells['number'] ?? ''),
        partnerName: stored?.['partnerName'] ?? cells['partnerName'],
      };
      completed.push({ row, cells: { ...stored, ...cells, ...terms, ...names } });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { key, at } = error;
      faults.push({ row, field: at.field ?? 'number', key, facts: error.facts });
    }
  const { tx, tenantId } = context;
  if (completed.length > 0)
    await sql`
      update sheet_row r set cells = given.cells from ${rowsAsTable(completed, 'row int, cells jsonb')}
      where ${importRowsSql(context, id)} and r.row = given.row`.execute(tx);
  if (faults.length > 0)
    await sql`
      insert into sheet_fault (tenant_id, import_id, row, field, key, facts)
      select ${tenantId}::bigint, ${id}::bigint, given.row, given.field, given.key, given.facts
      from ${rowsAsTable(faults, 'row int, field text, key text, facts jsonb')}
      on conflict do nothing`.execute(tx);
}

/** Terms of a row; without a cell, or with a blank one, a stored debt keeps its own. */
function termsOf(
  cells: SheetRowCells,
  stored: SheetRowCells | null,
  facts: Parameters<typeof completeOpeningDebt>[1],
): OpeningDebtTerms {
  const entered = (name: string): string | null => cells[name] ?? stored?.[name] ?? null;
  const currency = entered('currency');
  const keepsRate = (stored?.['currency'] ?? null) === currency;
  return completeOpeningDebt(
    {
      businessDate: entered('businessDate') ?? '',
      dueOn: entered('dueOn'),
      currency,
      exchangeRate: keepsRate ? entered('exchangeRate') : (cells['exchangeRate'] ?? null),
      amount: entered('amount') ?? '0',
    },
    facts,
  );
}

const targetIds = async (
  { tx }: Context,
  rows: RawBuilder<boolean>,
): Promise<readonly string[]> => {
  const found = await sql<{ id: string }>`
    select r.target_id as id from sheet_row r
    where ${rows} and r.target_id is not null order by r.row`.execute(tx);
  return found.rows.map(({ id }) => id);
};

async function addImportedDebts(
  context: Context,
  { id }: SheetImportState,
  part: ImportRowRange,
): Promise<void> {
  const { tx, tenantId } = context;
  const brought = importRowRangeSql(context, id, part, 'new');
  const { rows } = await sql<{ partner_id: string; cells: SheetRowCells & OpeningDebtTerms }>`
    select ${partnerOf} as partner_id, r.cells from sheet_row r where ${brought} order by r.row`.execute(
    tx,
  );
  if (rows.length === 0) return;
  await openingDebtBulk.add(
    context,
    rows.map(({ partner_id, cells }) => ({
      partner_id,
      side: cells['side'],
      number: cells['number'],
      remark: cells['remark'] ?? '',
      ...columnsOfTerms(cells),
    })),
  );
  await sql`
    update sheet_row r set target_id = p.id from opening_debt p
    where ${brought} and p.tenant_id = ${tenantId} and p.side = ${sideCell}
      and p.number = ${cellTextSql('number')}`.execute(tx);
  await postOpeningDebts(context, await targetIds(context, brought), `sheet:${id}`);
}

async function changeImportedDebts(
  context: Context,
  at: SheetImportState,
  part: ImportRowRange,
  side: ChangeSide,
): Promise<void> {
  await changeStored(context, at, { part, side }, columns, (rows) =>
    openingDebtBulk.change(context, rows),
  );
  const changed = await targetIds(context, importRowRangeSql(context, at.id, part, 'changed'));
  await postOpeningDebts(context, changed, `sheet:${at.id}`);
}
