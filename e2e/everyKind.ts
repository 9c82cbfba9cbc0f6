// A company's day: a document of every kind that has a page, and what else its lists and reports show.
import {
  accounts,
  currentSettings,
  externalOrders,
  goodsDocuments,
  inOutItems,
  matchRelations,
  partners,
  people,
  relations,
  setLock,
  startCount,
  updateSettings,
  warehouses,
} from '@tradehouse/contract';
import type {
  GoodsDocumentInput,
  GoodsLineInput,
  MoneyDocumentInput,
  MoneyLineInput,
} from '@tradehouse/contract';
import type { Desk, Product } from './desk.ts';
import { named } from './pages.ts';

/** Saved document, as needed by the stories. */
export interface Written {
  readonly kind: string;
  readonly id: string;
  readonly number: string;
}

export interface Day {
  readonly product: Product;
  readonly documents: readonly Written[];
}

/** Comes to 1,234,567.89: the longest amount that a middling company meets often. */
const dear = { quantity: '1000', unitPrice: '1234.56789' };
const cheap = { quantity: '2000', unitPrice: '987.65' };

/** Writes documents of a company, and remembers them. */
class Papers {
  readonly written: Written[] = [];
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  async goods(
    kind: string,
    lines: readonly Partial<GoodsLineInput>[],
    more: Partial<GoodsDocumentInput> = {},
  ): Promise<string> {
    const { id, number } = await this.#desk.goods(kind, lines, more);
    this.written.push({ kind, id, number });
    return id;
  }

  async money(
    kind: string,
    line: MoneyLineInput,
    more: Partial<MoneyDocumentInput> = {},
  ): Promise<void> {
    const saved = await this.#desk.money({ kind, status: '1', ...more, lines: [line] });
    this.written.push({ kind, ...saved });
  }
}

const from = (id: string) => ({ sourceDocumentId: id, sourceLine: 1 });

/** Who is traded with: of a customer everything is known. */
async function partnersOf(desk: Desk) {
  const supplier = await desk.partner('supplier', '江南粮油贸易有限公司');
  const member = await desk.partner('member', '会员');
  const { id: customer } = await desk.call(partners.add, {
    type: 'customer',
    name: named('东方红食品连锁超市'),
    contacts: '王经理',
    telephone: '15000000001',
    phone: '021-55550001',
    openingReceivable: '100000',
  });
  return {
    supplier: { partnerId: supplier.id },
    customer: { partnerId: customer },
    member: { partnerId: member.id },
  };
}

async function writeMoney(
  papers: Papers,
  { supplier, customer }: Awaited<ReturnType<typeof partnersOf>>,
  of: { readonly [Name in 'sale' | 'receipt' | 'order' | 'bought']: string },
): Promise<void> {
  const amount = '1000';
  const settling = (settledDocumentId: string) => ({ settledDocumentId, amount });
  await papers.money('moneyIn', settling(of.sale), customer);
  await papers.money('moneyOut', settling(of.receipt), supplier);
  await papers.money('depositOut', settling(of.order), customer);
  await papers.money('depositIn', settling(of.bought), supplier);
}

/** Money beside trade: what comes in and goes out, from one account to another, and what a member pays beforehand. */
async function writeEntered(
  papers: Papers,
  desk: Desk,
  { member }: Awaited<ReturnType<typeof partnersOf>>,
): Promise<void> {
  const amount = '1234567.89';
  const { id: accountId } = await desk.call(accounts.add, { name: named('银行') });
  const item = async (name: string, type: 'income' | 'expense'): Promise<string> =>
    (await desk.call(inOutItems.add, { name: named(name), type })).id;
  await papers.money('itemIn', { itemId: await item('利息', 'income'), amount });
  await papers.money('itemOut', { itemId: await item('房租', 'expense'), amount });
  await papers.money('giro', { accountId, amount });
  await papers.money('advanceIn', { accountId, amount: '1000' }, member);
  await papers.money('advanceOut', { accountId, amount: '10' }, member);
}

/** An order of a platform that is made, and one that waits. */
async function writeFromElsewhere(
  desk: Desk,
  { barcode }: Product,
  partnerId: string,
): Promise<void> {
  const at = { platform: '淘宝', shop: '东方红官方旗舰店' };
  await desk.call(relations.add, { ...at, outerSkuCode: barcode });
  await desk.call(matchRelations, {});
  for (const outerSkuCode of [barcode, 'FLOUR-25KG-STRONG'])
    await desk.call(externalOrders.add, {
      ...at,
      externalOrder: named('30018260'),
      partnerId,
      time: new Date().toISOString(),
      lines: [{ outerSkuCode, quantity: dear.quantity, price: dear.unitPrice }],
    });
}

/** Writes documents of every kind, with long names and large amounts. */
export async function writeEveryKind(desk: Desk): Promise<Day> {
  const papers = new Papers(desk);
  const { version } = await desk.call(currentSettings, {});
  await desk.call(updateSettings, { version, purchaseBySale: true });
  const home = await desk.warehouse();
  const { id: branch } = await desk.call(warehouses.add, { name: named('城南分仓') });
  const { id: seller } = await desk.call(people.add, { type: 'salesperson', name: '李业务' });
  const product = await desk.product('特制高筋小麦面粉二十五千克装', { standard: '25kg' });
  const box = await desk.product('礼盒');
  const traded = await partnersOf(desk);
  const { supplier, customer, member } = traded;
  const [bought, sold] = [
    { barcode: product.barcode, ...cheap },
    { barcode: product.barcode, ...dear },
  ];
  const few = { ...bought, quantity: '10' };
  const gift = { barcode: box.barcode, quantity: '5', unitPrice: '2' };

  await papers.goods('purchaseRequest', [bought]);
  const orderedFrom = await papers.goods('purchaseOrder', [bought], {
    ...supplier,
    depositTaken: '10000',
  });
  const receipt = await papers.goods('purchaseIn', [bought], { ...supplier, paidNow: '50000' });
  await papers.goods('purchaseBack', [{ ...few, ...from(receipt) }], { ...supplier, paidNow: '0' });
  const order = await papers.goods('saleOrder', [sold], {
    ...customer,
    depositTaken: '3000',
    salespersonIds: [seller],
  });
  const sale = await papers.goods('saleOut', [{ ...sold, ...from(order) }], {
    ...customer,
    paidNow: '5000',
    freight: '88.5',
  });
  const back = { ...sold, ...from(sale), quantity: '2' };
  await papers.goods('saleBack', [back], { ...customer, paidNow: '0' });
  await papers.goods('saleOut', [few], { ...customer, paidNow: '0', status: '0' });
  await papers.goods('retailOut', [{ ...few, unitPrice: '1234.5' }], member);
  await papers.goods('retailBack', [{ ...few, quantity: '1' }]);
  await papers.goods('otherIn', [{ ...gift, quantity: '50' }]);
  await papers.goods('otherOut', [gift]);
  await papers.goods('transfer', [{ ...few, targetWarehouseId: branch }]);
  const made = [
    { ...gift, quantity: '1', unitPrice: '0', role: 'composite' as const },
    { ...few, quantity: '1', unitPrice: '0', role: 'part' as const },
  ];
  await papers.goods('assemble', made);
  await papers.goods('disassemble', made);
  await writeMoney(papers, traded, { sale, receipt, order, bought: orderedFrom });
  await writeEntered(papers, desk, traded);

  const { lines } = await desk.call(goodsDocuments.info, { id: receipt });
  const skuId = lines[0]?.skuId ?? '';
  await desk.call(setLock, { skuId, warehouseId: home, quantity: '20', remark: '留给老客户' });
  await desk.call(startCount, { warehouseId: branch });
  await writeFromElsewhere(desk, product, customer.partnerId);
  return { product, documents: papers.written };
}
