import { entriesOf } from '../keys.ts';
import type { GoodsFlow, DocumentKind, MoneyFlow } from './kind.ts';
import { reversed } from './kind.ts';
import type { AnyKindCode } from './kindCode.ts';

const fromSupplier: GoodsFlow = { from: 'supplier', to: 'warehouse', cost: 'net' };
const toCustomer: GoodsFlow = { from: 'warehouse', to: 'customer', cost: 'average' };
const found: GoodsFlow = { from: 'adjustment', to: 'warehouse', cost: 'amount' };
const partUsed: GoodsFlow = { from: 'warehouse', to: 'workshop', cost: 'average' };
const wholeMade: GoodsFlow = { from: 'workshop', to: 'warehouse', cost: 'issues' };

const weOwe: readonly MoneyFlow[] = [
  { from: 'payable', to: 'inventory', of: 'value' },
  { from: 'payable', to: 'taxIn', of: 'tax' },
  { from: 'discount', to: 'payable', of: 'discountBeyondGoods' },
];
const theyOwe: readonly MoneyFlow[] = [
  { from: 'sales', to: 'receivable', of: 'revenue' },
  { from: 'taxOut', to: 'receivable', of: 'tax' },
  { from: 'fee', to: 'receivable', of: 'fees' },
  { from: 'freight', to: 'receivable', of: 'freight' },
];
const costsFreight: readonly MoneyFlow[] = [{ from: 'carrier', to: 'freightCost', of: 'carriage' }];
const landsFreight: readonly MoneyFlow[] = [{ from: 'carrier', to: 'inventory', of: 'carriage' }];
const costsFees: readonly MoneyFlow[] = [{ from: 'account', to: 'paymentFee', of: 'paymentFees' }];
const theyPay: readonly MoneyFlow[] = [{ from: 'receivable', to: 'account', of: 'settlements' }];
const wePay: readonly MoneyFlow[] = [{ from: 'account', to: 'payable', of: 'settlements' }];

/** Defaults for a kind; an entry states only the differences. */
const plainKind = {
  partner: null,
  goods: {},
  debt: [],
  cash: [],
  deposit: [],
  carriage: [],
  paymentFees: [],
  amounts: [],
  price: null,
  warehouse: false,
  targetWarehouse: false,
  travels: false,
  handling: null,
  asks: false,
  limited: false,
  account: null,
  prepaid: false,
  kits: false,
  activities: false,
  minimumPrice: null,
  writesPrice: null,
  sources: {},
  people: null,
  trade: null,
  storedSign: { total: 0, paid: 0 },
} satisfies Partial<DocumentKind>;

/** Goods lines with prices in a warehouse, without money. */
const stockKind = {
  ...plainKind,
  subject: 'goods',
  price: 'purchase',
  warehouse: true,
  people: 'keeper',
} as const;
const moneyKind = { ...plainKind, subject: 'money', people: 'financier' } as const;
const internalKind = { ...plainKind, wire: null, url: null } as const;

const ordered = {
  ...plainKind,
  subject: 'both',
  amounts: ['tax', 'discount', 'paidNow'],
  account: 'optional',
} as const;
const traded = {
  ...plainKind,
  subject: 'both',
  amounts: ['tax', 'discount', 'service', 'otherFees', 'freight', 'deposit', 'paidNow', 'debt'],
  warehouse: true,
  account: 'required',
} as const;
const retailed = {
  ...plainKind,
  subject: 'both',
  partner: { type: 'member', required: false },
  amounts: ['paidNow', 'change'],
  price: 'retail',
  warehouse: true,
  kits: true,
  account: 'required',
  prepaid: true,
} as const;

const soldAmounts: DocumentKind['amounts'] = [
  'tax',
  'discount',
  'service',
  'services',
  'otherFees',
  'freight',
  'deposit',
  'paidNow',
  'debt',
];

const sold = { ...traded, amounts: soldAmounts, price: 'sale', kits: true } as const;

const purchaseIn: DocumentKind = {
  ...traded,
  prefix: 'CGRK',
  name: { 'zh-cn': '采购入库', en: 'Purchase receipt' },
  paper: { 'zh-cn': '采购入库单', en: 'Goods received note' },
  purpose: {
    'zh-cn': '供应商到货：增加库存，增加应付。',
    en: 'Goods that came from a supplier: adds to stock, and to what we owe.',
  },
  wire: { type: '入库', subType: '采购' },
  url: '/bill/purchase_in',
  partner: { type: 'supplier', required: true },
  goods: { item: fromSupplier },
  debt: weOwe,
  cash: wePay,
  deposit: [
    { from: 'deposit', to: 'payable', of: 'depositUsed' },
    { from: 'exchange', to: 'deposit', of: 'depositDifference' },
  ],
  carriage: landsFreight,
  price: 'purchase',
  writesPrice: 'purchase',
  limited: true,
  sources: { purchaseOrder: 'fulfilled' },
  trade: { side: 'purchase', sign: 1 },
  storedSign: { total: -1, paid: -1 },
};

const saleOut: DocumentKind = {
  ...sold,
  prefix: 'XSCK',
  name: { 'zh-cn': '销售出库', en: 'Delivery' },
  paper: { 'zh-cn': '销售出库单', en: 'Delivery note' },
  purpose: {
    'zh-cn': '发给客户的货：减少库存，增加应收。',
    en: 'Goods that went to a customer: takes from stock, adds to what they owe.',
  },
  wire: { type: '出库', subType: '销售' },
  url: '/bill/sale_out',
  partner: { type: 'customer', required: true },
  goods: { item: toCustomer },
  debt: theyOwe,
  cash: theyPay,
  deposit: [
    { from: 'receivable', to: 'deposit', of: 'depositUsed' },
    { from: 'deposit', to: 'exchange', of: 'depositDifference' },
  ],
  carriage: costsFreight,
  paymentFees: costsFees,
  activities: true,
  minimumPrice: 'refused',
  writesPrice: 'sale',
  handling: 'ship',
  sources: { saleOrder: 'fulfilled' },
  people: 'salesperson',
  trade: { side: 'sale', sign: 1 },
  storedSign: { total: 1, paid: 1 },
};

const retailOut: DocumentKind = {
  ...retailed,
  prefix: 'LSCK',
  name: { 'zh-cn': '零售出库', en: 'Till sale' },
  paper: { 'zh-cn': '销售小票', en: 'Till receipt' },
  purpose: {
    'zh-cn': '门店零售，散客或会员；当场付清。',
    en: 'Sales over the counter, to anybody or to members; paid at once.',
  },
  wire: { type: '出库', subType: '零售' },
  url: '/bill/retail_out',
  goods: { item: toCustomer },
  debt: theyOwe,
  cash: theyPay,
  deposit: [
    { from: 'receivable', to: 'prepaid', of: 'prepaidUsed' },
    { from: 'receivable', to: 'bonus', of: 'bonus' },
    { from: 'bonusGiven', to: 'bonusSpent', of: 'bonus' },
  ],
  paymentFees: costsFees,
  activities: true,
  minimumPrice: 'refused',
  writesPrice: 'retail',
  trade: { side: 'retail', sign: 1 },
  storedSign: { total: 1, paid: 1 },
};

const opposite = { [-1]: 1, 0: 0, 1: -1 } as const;

/** Derives a return from the original: goods at original value; debt, cash and prepayment reversed. */
function deriveReturnKind(
  code: AnyKindCode,
  original: DocumentKind,
  own: Pick<DocumentKind, 'prefix' | 'name' | 'paper' | 'purpose' | 'wire' | 'url'>,
): DocumentKind {
  const { goods, trade, storedSign } = original;
  return {
    ...original,
    ...own,
    goods: { item: { ...reversed(goods.item ?? toCustomer), asOrigin: true } },
    debt: original.debt.map(reversed),
    cash: original.cash.map(reversed),
    // Only deliveries use an order deposit; a prepayment goes back to the member. Services are done.
    deposit: original.prepaid ? original.deposit.map(reversed) : [],
    // A sales return has freight of its own; goods returned to a supplier leave at the receipt's value.
    carriage: original.carriage === costsFreight ? costsFreight : [],
    // Banks and payment services keep their fee after a refund.
    paymentFees: [],
    amounts: original.amounts.filter((amount) => amount !== 'deposit' && amount !== 'services'),
    activities: false,
    minimumPrice: null,
    writesPrice: null,
    sources: { [code]: 'returned' },
    trade: trade && { ...trade, sign: opposite[trade.sign] },
    storedSign: { total: opposite[storedSign.total], paid: opposite[storedSign.paid] },
    handling: null,
  };
}

/** The 25 kinds of users, and the 8 of master data and adjustments. */
export const documentKinds: Readonly<Record<AnyKindCode, DocumentKind>> = {
  purchaseRequest: {
    ...plainKind,
    subject: 'goods',
    prefix: 'QGD',
    name: { 'zh-cn': '请购单', en: 'Requisition' },
    paper: { 'zh-cn': '请购单', en: 'Purchase requisition' },
    purpose: {
      'zh-cn': '提出要买什么、买多少；审核后可转采购订单。',
      en: 'What should be bought, by quantity; becomes a purchase order once approved.',
    },
    wire: { type: '其它', subType: '请购单' },
    url: '/bill/purchase_apply',
    asks: true,
    limited: true,
  },
  purchaseOrder: {
    ...ordered,
    prefix: 'CGDD',
    name: { 'zh-cn': '采购订单', en: 'Purchase order' },
    purpose: {
      'zh-cn': '向供应商订货；入库时才动库存。',
      en: 'What is ordered from a supplier; stock moves when it is received.',
    },
    wire: { type: '其它', subType: '采购订单' },
    url: '/bill/purchase_order',
    partner: { type: 'supplier', required: true },
    cash: [{ from: 'account', to: 'deposit', of: 'settlements' }],
    price: 'purchase',
    handling: 'tally',
    limited: true,
    sources: { purchaseRequest: 'fulfilled', saleOrder: 'purchased' },
    storedSign: { total: -1, paid: -1 },
  },
  purchaseIn,
  purchaseBack: deriveReturnKind('purchaseIn', purchaseIn, {
    prefix: 'CGTH',
    name: { 'zh-cn': '采购退货', en: 'Purchase return' },
    paper: { 'zh-cn': '采购退货单', en: 'Return to supplier' },
    purpose: {
      'zh-cn': '退给供应商的货。',
      en: 'Goods that go back to a supplier.',
    },
    wire: { type: '出库', subType: '采购退货' },
    url: '/bill/purchase_back',
  }),
  saleOrder: {
    ...ordered,
    prefix: 'XSDD',
    name: { 'zh-cn': '销售订单', en: 'Sales order' },
    purpose: {
      'zh-cn': '客户订货；出库时才动库存。',
      en: 'What a customer ordered; stock moves when it goes out.',
    },
    wire: { type: '其它', subType: '销售订单' },
    url: '/bill/sale_order',
    partner: { type: 'customer', required: true },
    amounts: ['tax', 'discount', 'services', 'paidNow'],
    cash: [{ from: 'deposit', to: 'account', of: 'settlements' }],
    price: 'sale',
    kits: true,
    // An approver of the order accepts the prices.
    minimumPrice: 'warned',
    handling: 'pack',
    people: 'salesperson',
    storedSign: { total: 1, paid: 1 },
  },
  saleOut,
  saleBack: deriveReturnKind('saleOut', saleOut, {
    prefix: 'XSTH',
    name: { 'zh-cn': '销售退货', en: 'Sales return' },
    paper: { 'zh-cn': '销售退货单', en: 'Return note' },
    purpose: {
      'zh-cn': '客户退回的货。',
      en: 'Goods that a customer gave back.',
    },
    wire: { type: '入库', subType: '销售退货' },
    url: '/bill/sale_back',
  }),
  retailOut,
  retailBack: deriveReturnKind('retailOut', retailOut, {
    prefix: 'LSTH',
    name: { 'zh-cn': '零售退货', en: 'Till return' },
    paper: { 'zh-cn': '退货小票', en: 'Refund receipt' },
    purpose: {
      'zh-cn': '零售后退回的货。',
      en: 'Goods of a sale over the counter that came back.',
    },
    wire: { type: '入库', subType: '零售退货' },
    url: '/bill/retail_back',
  }),
  transfer: {
    ...stockKind,
    prefix: 'DBCK',
    name: { 'zh-cn': '调拨出库', en: 'Transfer' },
    paper: { 'zh-cn': '调拨单', en: 'Transfer note' },
    purpose: {
      'zh-cn': '从一个仓库调到另一个仓库。',
      en: 'Goods that go from one warehouse to another.',
    },
    wire: { type: '出库', subType: '调拨' },
    url: '/bill/allocation_out',
    goods: { item: { from: 'warehouse', to: 'targetWarehouse', cost: 'none' } },
    targetWarehouse: true,
    travels: true,
    storedSign: { total: 1, paid: 0 },
  },
  assemble: {
    ...stockKind,
    prefix: 'ZZD',
    name: { 'zh-cn': '组装单', en: 'Assembly' },
    purpose: {
      'zh-cn': '把子件组装成成品：第一行是组合件，其余是普通子件。',
      en: 'Parts that become one whole: the first line is the whole, the others are its parts.',
    },
    wire: { type: '其它', subType: '组装单' },
    url: '/bill/assemble',
    goods: { composite: wholeMade, part: partUsed },
    debt: [{ from: 'fee', to: 'inventory', of: 'fees' }],
    amounts: ['otherFees'],
    storedSign: { total: 1, paid: 0 },
  },
  disassemble: {
    ...stockKind,
    prefix: 'CXD',
    name: { 'zh-cn': '拆卸单', en: 'Disassembly' },
    purpose: {
      'zh-cn': '把成品拆成子件：第一行是组合件，其余是普通子件。',
      en: 'One whole that is taken apart: the first line is the whole, the others are its parts.',
    },
    wire: { type: '其它', subType: '拆卸单' },
    url: '/bill/disassemble',
    goods: { composite: partUsed, part: wholeMade },
    debt: [{ from: 'fee', to: 'inventory', of: 'fees' }],
    amounts: ['otherFees'],
    storedSign: { total: 1, paid: 0 },
  },
  otherIn: {
    ...stockKind,
    prefix: 'QTRK',
    name: { 'zh-cn': '其他入库', en: 'Other receipt' },
    paper: { 'zh-cn': '其他入库单', en: 'Goods received note' },
    purpose: {
      'zh-cn': '不经采购的入库：期初库存、自产成品等。',
      en: 'Goods that come in without a purchase: opening stock, own production.',
    },
    wire: { type: '入库', subType: '其它' },
    url: '/bill/other_in',
    partner: { type: 'supplier', required: false },
    goods: { item: found },
    carriage: landsFreight,
    storedSign: { total: -1, paid: 0 },
  },
  otherOut: {
    ...stockKind,
    prefix: 'QTCK',
    name: { 'zh-cn': '其他出库', en: 'Other issue' },
    paper: { 'zh-cn': '其他出库单', en: 'Goods issue note' },
    purpose: {
      'zh-cn': '不经销售的出库：自用、生产领料等。',
      en: 'Goods that go out without a sale: own use, material for production.',
    },
    wire: { type: '出库', subType: '其它' },
    url: '/bill/other_out',
    partner: { type: 'customer', required: false },
    goods: { item: { ...reversed(found), cost: 'average' } },
    storedSign: { total: 1, paid: 0 },
  },
  stockCount: {
    ...stockKind,
    prefix: 'PDLR',
    name: { 'zh-cn': '盘点录入', en: 'Stock count' },
    paper: { 'zh-cn': '盘点单', en: 'Stock count sheet' },
    purpose: {
      'zh-cn': '仓库里盘点到的数量。',
      en: 'What was counted in a warehouse.',
    },
    wire: { type: '其它', subType: '盘点录入' },
    url: '/bill/stock_check',
    storedSign: { total: 1, paid: 0 },
  },
  stockRecount: {
    ...stockKind,
    prefix: 'PDFP',
    name: { 'zh-cn': '盘点复盘', en: 'Stock recount' },
    purpose: {
      'zh-cn': '盘点的差异：把库存调整到盘点数。',
      en: 'What counts differ by: brings stock to what was counted.',
    },
    wire: { type: '其它', subType: '盘点复盘' },
    url: '/bill/stock_check_replay',
    goods: { item: { ...found, cost: 'average', signed: true } },
    sources: { stockCount: 'fulfilled' },
    storedSign: { total: 1, paid: 0 },
  },
  moneyIn: {
    ...moneyKind,
    prefix: 'SK',
    name: { 'zh-cn': '收款单', en: 'Money in' },
    paper: { 'zh-cn': '收款单', en: 'Receipt of payment' },
    purpose: {
      'zh-cn': '收到客户的货款：减少应收；优惠金额计入损益，不再是应收。',
      en: 'What customers pay of what they owe; a discount goes to profit and loss, not to what they owe.',
    },
    wire: { type: '收款', subType: null },
    url: '/financial/money_in',
    partner: { type: 'customer', required: true },
    debt: [
      { from: 'receivable', to: 'discount', of: 'discount' },
      { from: 'exchange', to: 'receivable', of: 'rateDifference' },
    ],
    cash: theyPay,
    paymentFees: costsFees,
    amounts: ['discount', 'paidNow'],
    account: 'required',
    storedSign: { total: 1, paid: 1 },
  },
  moneyOut: {
    ...moneyKind,
    prefix: 'FK',
    name: { 'zh-cn': '付款单', en: 'Money out' },
    paper: { 'zh-cn': '付款单', en: 'Payment voucher' },
    purpose: {
      'zh-cn': '付给供应商的货款：减少应付；优惠金额计入损益，不再是应付。',
      en: 'What is paid to suppliers of what we owe; a discount goes to profit and loss, not to what we owe.',
    },
    wire: { type: '付款', subType: null },
    url: '/financial/money_out',
    partner: { type: 'supplier', required: true },
    debt: [
      { from: 'discount', to: 'payable', of: 'discount' },
      { from: 'payable', to: 'exchange', of: 'rateDifference' },
    ],
    cash: wePay,
    paymentFees: costsFees,
    amounts: ['discount', 'paidNow'],
    account: 'required',
    storedSign: { total: -1, paid: -1 },
  },
  depositOut: {
    ...moneyKind,
    prefix: 'TDJ',
    name: { 'zh-cn': '退还客户订金', en: 'Customer deposit refund' },
    paper: { 'zh-cn': '退还订金单', en: 'Deposit refund' },
    purpose: {
      'zh-cn': '把销售订单剩余的订金退还客户，或转为预收款。',
      en: 'Gives a customer back what is left of the deposit of a sales order, or keeps it as a prepayment.',
    },
    wire: { type: '退还客户订金', subType: null },
    url: '/financial/deposit_out',
    partner: { type: 'customer', required: true },
    cash: [{ from: 'account', to: 'deposit', of: 'settlements' }],
    deposit: [
      { from: 'receivable', to: 'deposit', of: 'depositKept' },
      { from: 'deposit', to: 'exchange', of: 'rateDifference' },
    ],
    amounts: ['paidNow'],
    account: 'required',
    storedSign: { total: -1, paid: -1 },
  },
  depositIn: {
    ...moneyKind,
    prefix: 'SDJ',
    name: { 'zh-cn': '收回供应商订金', en: 'Supplier deposit refund' },
    paper: { 'zh-cn': '收回订金单', en: 'Deposit refund from supplier' },
    purpose: {
      'zh-cn': '供应商退回采购订单剩余的订金，或转为预付款。',
      en: 'What a supplier gives back of the deposit of a purchase order, or keeps as our prepayment.',
    },
    wire: { type: '收回供应商订金', subType: null },
    url: '/financial/deposit_in',
    partner: { type: 'supplier', required: true },
    cash: [{ from: 'deposit', to: 'account', of: 'settlements' }],
    deposit: [
      { from: 'deposit', to: 'payable', of: 'depositKept' },
      { from: 'exchange', to: 'deposit', of: 'rateDifference' },
    ],
    amounts: ['paidNow'],
    account: 'required',
    storedSign: { total: 1, paid: 1 },
  },
  advanceIn: {
    ...moneyKind,
    prefix: 'SYF',
    name: { 'zh-cn': '会员充值', en: 'Prepayment' },
    paper: { 'zh-cn': '会员充值单', en: 'Prepayment receipt' },
    purpose: {
      'zh-cn': '会员预先存入的款项，可另赠送金额；零售时可用来付款。',
      en: 'What members pay beforehand, perhaps with a bonus on top; they pay with both over the counter.',
    },
    wire: { type: '收预付款', subType: null },
    url: '/financial/advance_in',
    partner: { type: 'member', required: true },
    cash: [{ from: 'prepaid', to: 'targetAccount', of: 'accountLines' }],
    deposit: [{ from: 'bonus', to: 'bonusGiven', of: 'bonus' }],
    storedSign: { total: 1, paid: 1 },
  },
  advanceOut: {
    ...moneyKind,
    prefix: 'TYF',
    name: { 'zh-cn': '会员退款', en: 'Prepayment refund' },
    paper: { 'zh-cn': '会员退款单', en: 'Prepayment refund' },
    purpose: {
      'zh-cn': '把会员未用完的预付款退还会员，可同时收回赠送；赠送不退现金。',
      en: 'Pays members back what is left of what they paid in, and may take back a bonus, which is never paid out.',
    },
    wire: { type: '退预付款', subType: null },
    url: '/financial/advance_out',
    partner: { type: 'member', required: true },
    cash: [{ from: 'targetAccount', to: 'prepaid', of: 'accountLines' }],
    deposit: [{ from: 'bonusGiven', to: 'bonus', of: 'bonus' }],
    storedSign: { total: -1, paid: -1 },
  },
  itemIn: {
    ...moneyKind,
    prefix: 'SR',
    name: { 'zh-cn': '收入单', en: 'Income' },
    purpose: {
      'zh-cn': '采购、销售以外的收入：利息、服务费等。',
      en: 'What comes in beside trade: interest, fees for services.',
    },
    wire: { type: '收入', subType: null },
    url: '/financial/item_in',
    partner: { type: 'any', required: false },
    cash: [{ from: 'item', to: 'account', of: 'itemLines' }],
    amounts: ['paidNow'],
    account: 'required',
    storedSign: { total: 1, paid: 1 },
  },
  itemOut: {
    ...moneyKind,
    prefix: 'ZC',
    name: { 'zh-cn': '支出单', en: 'Expenditure' },
    purpose: {
      'zh-cn': '采购、销售以外的支出：房租、水电等。',
      en: 'What goes out beside trade: rent, power, wages.',
    },
    wire: { type: '支出', subType: null },
    url: '/financial/item_out',
    partner: { type: 'any', required: false },
    cash: [{ from: 'account', to: 'item', of: 'itemLines' }],
    carriage: [
      { from: 'item', to: 'carrier', of: 'carriagePaid' },
      { from: 'item', to: 'exchange', of: 'carriageRateDifference' },
    ],
    amounts: ['paidNow'],
    account: 'required',
    storedSign: { total: -1, paid: -1 },
  },
  giro: {
    ...moneyKind,
    prefix: 'ZZ',
    name: { 'zh-cn': '转账单', en: 'Funds transfer' },
    purpose: {
      'zh-cn': '在本公司的账户之间转账。',
      en: 'Money that goes from one of our accounts to others.',
    },
    wire: { type: '转账', subType: null },
    url: '/financial/giro',
    cash: [{ from: 'account', to: 'targetAccount', of: 'transferLines' }],
    amounts: ['paidNow'],
    account: 'required',
    storedSign: { total: -1, paid: -1 },
  },
  openingStock: {
    ...internalKind,
    subject: 'both',
    prefix: 'QCKC',
    name: { 'zh-cn': '期初库存', en: 'Opening stock' },
    goods: { item: { from: 'opening', to: 'warehouse', cost: 'amount' } },
    debt: [{ from: 'opening', to: 'inventory', of: 'value' }],
    price: 'purchase',
    warehouse: true,
  },
  openingBalance: {
    ...internalKind,
    subject: 'money',
    prefix: 'QCYE',
    name: { 'zh-cn': '期初余额', en: 'Opening balance' },
    partner: { type: 'any', required: false },
    debt: [
      { from: 'opening', to: 'receivable', of: 'openingReceivable' },
      { from: 'payable', to: 'opening', of: 'openingPayable' },
    ],
    cash: [{ from: 'opening', to: 'targetAccount', of: 'accountLines' }],
  },
  openingReceivable: {
    ...internalKind,
    subject: 'money',
    prefix: 'QCYS',
    name: { 'zh-cn': '期初应收单', en: 'Opening receivable' },
    partner: { type: 'customer', required: true },
    debt: [{ from: 'opening', to: 'receivable', of: 'openingDebt' }],
    amounts: ['debt'],
  },
  openingPayable: {
    ...internalKind,
    subject: 'money',
    prefix: 'QCYF',
    name: { 'zh-cn': '期初应付单', en: 'Opening payable' },
    partner: { type: 'supplier', required: true },
    debt: [{ from: 'payable', to: 'opening', of: 'openingDebt' }],
    amounts: ['debt'],
  },
  regrade: {
    ...internalKind,
    subject: 'goods',
    prefix: 'TZ',
    name: { 'zh-cn': '等级调整', en: 'Regrade' },
    // A part leaves one stock type, an item arrives in another: two lines, no value.
    goods: {
      part: { from: 'warehouse', to: 'regrade', cost: 'none' },
      item: { from: 'regrade', to: 'warehouse', cost: 'none' },
    },
    warehouse: true,
  },
  transferIn: {
    ...internalKind,
    subject: 'goods',
    prefix: 'DBRK',
    name: { 'zh-cn': '调拨入库', en: 'Transfer receipt' },
    // Item: goods received. Part: goods lost in transit (below zero: received beyond the quantity sent).
    goods: {
      item: { from: 'transit', to: 'warehouse', cost: 'none' },
      part: { from: 'transit', to: 'adjustment', cost: 'average', signed: true },
    },
    warehouse: true,
    sources: { transfer: 'fulfilled' },
  },
  valueAdjustment: {
    ...internalKind,
    subject: 'both',
    prefix: 'JZTZ',
    name: { 'zh-cn': '库存价值调整', en: 'Value adjustment' },
    goods: {
      item: { from: 'variance', to: 'warehouse', cost: 'amount', signed: true, valueOnly: true },
    },
    price: 'purchase',
    warehouse: true,
  },
  revaluation: {
    ...internalKind,
    subject: 'money',
    prefix: 'QMTH',
    name: { 'zh-cn': '期末调汇', en: 'Currency revaluation' },
    debt: [{ from: 'exchange', to: 'revalued', of: 'revaluation' }],
  },
};

/** Finds the kind for a pair of external type words; null: none. */
export function kindOfWire(type: string, subType: string | null): AnyKindCode | null {
  const found = entriesOf(documentKinds).find(([, kind]) => sameWire(kind, type, subType));
  return found?.[0] ?? null;
}

const sameWire = ({ wire }: DocumentKind, type: string, subType: string | null): boolean =>
  wire !== null && wire.type === type && wire.subType === subType;
