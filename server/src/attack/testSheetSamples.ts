// Inputs for the calls of spreadsheets: an import in each state that a call needs.
import { applySheet } from '@tradehouse/contract';
import type { SheetImport } from '@tradehouse/contract';
import { send, settled, stepTo, workbook } from '../modules/sheet/testSheets.ts';
import type { World } from './testWorld.ts';

type Input = Readonly<Record<string, unknown>>;
type Make = () => Promise<Input> | Input;
type Samples = Readonly<
  Record<
    string,
    readonly { readonly label: string; readonly status: number; readonly input: Make }[]
  >
>;

const one = (label: string, input: Make, status = 200) => [{ label, status, input }];

export function sheetSamples({ server, token, word }: World): Samples {
  const checked = async (): Promise<SheetImport> => {
    const bytes = await workbook([
      ['Name', 'Opening payable', 'Enabled'],
      [word(), 0, 'yes'],
    ]);
    return settled(server, await send(server, 'suppliers', bytes, token), token);
  };
  const applied = async (): Promise<SheetImport> =>
    stepTo(server, applySheet, await checked(), 'applied', token);
  const known =
    (make: () => Promise<SheetImport>): Make =>
    async () => ({ id: (await make()).id });
  // Without a file there is nothing to read.
  const noFile = one('no file', () => ({}), 400);
  return {
    'POST /material/importExcel': noFile,
    'POST /material/importStock': noFile,
    'POST /supplier/importVendor': noFile,
    'POST /supplier/importCustomer': noFile,
    'POST /supplier/importMember': noFile,
    'POST /depotItem/importItemExcel': one('no file', () => ({ kind: 'purchaseIn' }), 400),
    'GET /sheet/info': one('an import', known(checked)),
    'GET /sheet/last': one('the last import', () => ({ sheet: 'suppliers' })),
    'GET /sheet/rows': one('rows of an import', async () => ({
      id: (await checked()).id,
      outcome: 'new',
    })),
    'GET /sheet/template': one('what there is, as a sheet', () => ({
      sheet: 'products',
      filled: true,
    })),
    'POST /sheet/apply': one('write an import', known(checked)),
    'POST /sheet/undo': one('take an import back', known(applied)),
    'POST /sheet/cancel': one('put an import away', known(checked)),
  };
}
