import { createHash } from 'node:crypto';

/** A company of a running server, entered as its owner. */
export interface Shop {
  readonly address: string;
  readonly password: string;
  /** Codes that name products of the company. */
  readonly barcodes: readonly string[];
}

const PRODUCTS = 40;
const FIRST_CODE = 9_770_000_000_000;

interface Answer {
  readonly code: number;
  readonly message: string;
  readonly data: {
    readonly token?: string;
    readonly rows?: readonly { readonly barcode: string }[];
  };
}

async function ask(
  address: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Access-Token': token,
      'X-Http-Language': 'en',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // SAFETY: every answer of the server has this shape.
  return (await response.json()) as Answer;
}

/** Whom receipts come from; made once. */
async function makeSupplier(address: string, token: string): Promise<void> {
  const supplier = { type: 'supplier', name: 'Bench supplier' };
  const made = await ask(address, token, 'POST', '/supplier/add', supplier);
  const known = await ask(
    address,
    token,
    'GET',
    '/supplier/checkIsNameAndTypeExist?name=Bench%20supplier&type=supplier',
  );
  if (made.code !== 200 && known.code !== 200) throw new Error(made.message);
}

/** Signs in as `demo` and makes the products the runs use, where they are not there yet. Throws when the sign-in fails. */
export async function openShop(address: string, password: string): Promise<Shop> {
  const hash = createHash('sha256').update(password).digest('hex');
  const entered = await ask(address, '', 'POST', '/user/login', {
    loginName: 'demo',
    password: hash,
  });
  const token = entered.data.token;
  if (token === undefined) throw new Error(`Sign-in failed: ${entered.message}`);
  const barcodes = Array.from({ length: PRODUCTS }, (_, at) => String(FIRST_CODE + at));
  const known = await ask(address, token, 'GET', `/material/findBySelect?q=${FIRST_CODE}&rows=1`);
  if ((known.data.rows ?? []).length === 0) {
    for (const [at, code] of barcodes.entries()) {
      const barcode = { code, unit: 'pc', purchasePrice: '3', retailPrice: '6', salePrice: '5' };
      const made = await ask(address, token, 'POST', '/material/add', {
        name: `Bench product ${at}`,
        unitName: 'pc',
        barcodes: [barcode],
      });
      if (made.code !== 200) throw new Error(made.message);
    }
  }
  await makeSupplier(address, token);
  return { address, password, barcodes };
}
