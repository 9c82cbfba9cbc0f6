import { debtTable } from '@tradehouse/contract';
import type { MoneyKindCode } from '@tradehouse/domain';
import { readTablePage } from '../../app/net/client.ts';
import type { Debt } from './moneyLine.ts';

const PAGE = 100;

/** Reads a partner's open debts, optionally by number, oldest first. */
export async function openDebts(
  kind: MoneyKindCode,
  organId: string,
  number = '',
): Promise<readonly Debt[]> {
  const search = JSON.stringify({ kind, organId, ...(number === '' ? {} : { number }) });
  const read = (currentPage: number) =>
    readTablePage(debtTable, { search, currentPage, pageSize: PAGE });
  const { rows, total } = await read(1);
  const all: Debt[] = [...rows];
  for (let page = 2; all.length < total; page += 1) {
    const more = await read(page);
    if (more.rows.length === 0) break;
    all.push(...more.rows);
  }
  return all;
}
