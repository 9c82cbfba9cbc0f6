// Arrangements that tests of bank statements share: accounts, money that came and went in the past, and statements of it.
import { accounts, bankStatements } from '@tradehouse/contract';
import type { BankRowInput, InputOf } from '@tradehouse/contract';
import { aStockedServer } from '../document/testShop.ts';
import type { Saved } from '../document/testShop.ts';

export async function aBank() {
  const { server, shop, line } = await aStockedServer('100000');
  const { call } = server;
  const stocked = { time: '2025-12-01T04:00:00.000Z', paidNow: '0', status: '1' } as const;
  await shop.goods('purchaseIn', [line('1000', '1')], stocked);

  /** An account of its own, so that no test meets the flow of another. */
  let next = 0;
  async function anAccount(): Promise<string> {
    next += 1;
    const { id } = await call(accounts.add, { name: `Bank ${next}`, openingAmount: '0' });
    return id;
  }

  /** Money that came to an account on a day of the past, from a customer; below zero: paid to a supplier. */
  async function paid(accountId: string, amount: string, day: string): Promise<Saved> {
    const [kind, of, size] = amount.startsWith('-')
      ? (['moneyOut', 'purchaseIn', amount.slice(1)] as const)
      : (['moneyIn', 'saleOut', amount] as const);
    const time = `${day}T04:00:00.000Z`;
    const bill = await shop.goods(of, [line('1', size)], { time, paidNow: '0', status: '1' });
    return shop.money(kind, [{ settledDocumentId: bill.id, amount: size }], {
      time,
      accountId,
      status: '1',
    });
  }

  const bring = (
    accountId: string,
    rows: readonly BankRowInput[],
    more: Partial<InputOf<typeof bankStatements.add>> = {},
  ) => call(bankStatements.add, { accountId, name: 'January.csv', rows: [...rows], ...more });
  const listed = async (path: string, search: object, token?: string) =>
    (await server.request('GET', path, { search }, token)).json<{
      data: {
        total: number;
        rows: Record<string, unknown>[];
        totals: Record<string, string | null>;
      };
    }>().data;
  const rowsOf = async (statementId: string | null) =>
    (await listed('/bankStatement/rows', { statementId })).rows.map(
      ({ row, bankRowState, matchedNumbers, matchedAmount }) => [
        row,
        bankRowState,
        matchedNumbers,
        matchedAmount,
      ],
    );
  const movesOf = async (statementId: string | null) =>
    (await listed('/bankStatement/moves', { statementId })).rows.map(({ number }) => number);

  return { server, shop, line, anAccount, paid, bring, listed, rowsOf, movesOf };
}
