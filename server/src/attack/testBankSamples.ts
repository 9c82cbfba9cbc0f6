// Inputs for the calls of bank statements.
import { bankStatements } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { one } from './testSample.ts';
import type { Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

export function bankSamples({ server, token, ids, prices, addMoney, word }: World): Samples {
  const statement = (amount = '0.01'): InputOf<typeof bankStatements.add> => ({
    accountId: ids.account,
    name: word(),
    rows: [{ date: '2026-01-05', amount, purpose: word() }],
  });
  const added = async (amount?: string): Promise<string> =>
    (await server.call(bankStatements.add, statement(amount), token)).id ?? '';
  const matching = async () => ({
    // The fee stays with the bank.
    id: await added(toPlainDecimal(decimal(prices.retail).minus(prices.minimum))),
    matches: [{ row: 1, documentIds: [(await addMoney('moneyIn')).id] }],
  });
  return {
    'POST /bankStatement/add': one('a row', () => statement()),
    'DELETE /bankStatement/deleteBatch': one('deleted', async () => ({ ids: await added() })),
    'GET /bankStatement/info': one('read', async () => ({ id: await added() })),
    'GET /bankStatement/suggestions': one('suggested', async () => ({ id: await added() })),
    'PUT /bankStatement/setClosing': one('a balance', async () => ({
      id: await added(),
      version: 1,
      closing: '12.5',
    })),
    'POST /bankStatement/match': one('a receipt', matching),
    'POST /bankStatement/unmatch': one('taken back', async () => {
      const matched = await matching();
      await server.call(bankStatements.match, matched, token);
      return { id: matched.id, rows: [1] };
    }),
    'POST /bankStatement/importExcel': one('no file', () => ({}), 400),
  };
}
