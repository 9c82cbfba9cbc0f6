import { debtTable } from '@tradehouse/contract';
import type { MoneyKindCode } from '@tradehouse/domain';
import { readTable } from '../../app/net/client.ts';
import type { Debt } from './moneyLine.ts';

const PAGE = 100;

/** Everything that is open with a partner, or what of it has a number, the oldest first. */
export async function openDebts(
  kind: MoneyKindCode,
  organId: string,
  number = '',
): Promise<readonly Debt[]> {
  const search = JSON.stringify({ kind, organId, ...(number === '' ? {} : { number }) });
  const read = (currentPage: number) =>
    readTable(debtTable, { search, currentPage, pageSize: PAGE });
  const { rows, total } = await read(1);
  const all: Debt[] = [...rows];
  for (let page = 2; all.length < total; page += 1) {
    const more = await read(page);
    if (more.rows.length === 0) break;
    all.push(...more.rows);
  }
  return all;
}
