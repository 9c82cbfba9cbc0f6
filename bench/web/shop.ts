import { createHash } from 'node:crypto';

/** Company of a running server, signed in by its owner. */
export interface BenchShop {
  readonly address: string;
  readonly password: string;
  readonly barcodes: readonly string[];
}

const PRODUCTS = 40;
const FIRST_CODE = 9_770_000_000_000;

interface ShopApiReply {
  readonly code: number;
  readonly message: string;
  readonly data: {
    readonly token?: string;
    readonly rows?: readonly { readonly barcode: string }[];
  };
}

async function callShopApi(
  address: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<ShopApiReply> {
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
  return (await response.json()) as ShopApiReply;
}

/** Creates the supplier of the receipts once. */
async function makeSupplier(address: string, token: string): Promise<void> {
  const supplier = { type: 'supplier', name: 'Bench supplier' };
  const made = await callShopApi(address, token, 'POST', '/supplier/add', supplier);
  const known = await callShopApi(
    address,
    token,
    'GET',
    '/supplier/checkIsNameAndTypeExist?name=Bench%20supplier&type=supplier',
  );
  if (made.code !== 200 && known.code !== 200) throw new Error(made.message);
}

/** Signs in to `demo` and creates missing products. Throws when the sign-in fails. */
export async function openShop(address: string, password: string): Promise<BenchShop> {
  const hash = createHash('sha256').update(password).digest('hex');
  const entered = await callShopApi(address, '', 'POST', '/user/login', {
    loginName: 'demo',
    password: hash,
  });
  const token = entered.data.token;
  if (token === undefined) throw new Error(`Sign-in failed: ${entered.message}`);
  const barcodes = Array.from({ length: PRODUCTS }, (_, at) => String(FIRST_CODE + at));
  const known = await callShopApi(
    address,
    token,
    'GET',
    `/material/findBySelect?q=${FIRST_CODE}&rows=1`,
  );
  if ((known.data.rows ?? []).length === 0) {
    for (const [at, code] of barcodes.entries()) {
      const barcode = { code, unit: 'pc', purchasePrice: '3', retailPrice: '6', salePrice: '5' };
      const made = await callShopApi(address, token, 'POST', '/material/add', {
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
