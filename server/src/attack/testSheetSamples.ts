// Inputs for the calls of spreadsheets. Only one import of a company runs at a time, and many ask here at once: so each
// call has an import of its own, in a state where it answers without starting work.
import { sql } from 'kysely';
import { one } from './testSample.ts';
import type { Input, Make, Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

export function sheetSamples({ server, company, word }: World): Samples {
  const inState = (state: 'checked' | 'applied' | 'failed'): Make => {
    const make = async (): Promise<Input> =>
      server.arrange(company, async (tx) => {
        const { rows } = await sql<{ id: string }>`
          insert into sheet_import (tenant_id, sheet, state, user_id, file_name)
          values (${company.tenantId}, 'suppliers', ${state}, ${company.ownerId}, ${word()}) returning id`.execute(
          tx,
        );
        return { id: rows[0]?.id ?? '' };
      });
    return make;
  };
  const checked = inState('checked');
  // Without a file there is nothing to read.
  const noFile = one('no file', () => ({}), 400);
  return {
    'POST /material/importExcel': noFile,
    'POST /material/importStock': noFile,
    'POST /supplier/importVendor': noFile,
    'POST /supplier/importCustomer': noFile,
    'POST /supplier/importMember': noFile,
    'POST /exchangeRate/importExcel': noFile,
    'POST /priceList/importExcel': noFile,
    'POST /tkof/rel/importExcel': noFile,
    'POST /openingDebt/importExcel': noFile,
    'POST /stockCheck/importExcel': noFile,
    'POST /depotItem/importItemExcel': one('no file', () => ({ kind: 'purchaseIn' }), 400),
    'POST /sheet/head': one('no file', () => ({ sheet: 'suppliers' }), 400),
    'GET /sheet/info': one('an import', checked),
    'GET /sheet/mappings': one('the mappings of a sheet', () => ({ sheet: 'suppliers' })),
    'GET /sheet/last': one('the last import', () => ({ sheet: 'suppliers' })),
    'GET /sheet/rows': one('rows of an import', async () => ({
      ...(await checked()),
      outcome: 'new',
    })),
    'GET /sheet/wrongRows': one('wrong rows of an import', checked),
    'GET /sheet/template': one('what there is, as a sheet', () => ({
      sheet: 'products',
      filled: true,
    })),
    'POST /sheet/addMissing': one(
      'choose for what was written',
      async () => ({ ...(await inState('applied')()), addsMissing: true }),
      409,
    ),
    'POST /sheet/apply': one('write what was written', inState('applied'), 409),
    'POST /sheet/undo': one('take back what was never written', checked, 409),
    'POST /sheet/cancel': one('put an import away', inState('failed')),
  };
}
