import { plainLine } from '@tradehouse/contract';
import type { GoodsLineInput, LineReply, PlainLine, ReplyOf } from '@tradehouse/contract';
import type { barcodesForLine, documentToConvert } from '@tradehouse/contract';
import { documentKinds, expiryOf } from '@tradehouse/domain';
import type { GoodsKindCode, Kind, LineRole, PricedBy, StockType } from '@tradehouse/domain';

/** A product as a line knows it: its units, defaults, flags and stock. */
export type LineProduct = ReplyOf<typeof barcodesForLine>[number];

export interface AllocationDraft {
  /** Base units; '' where there is one allocation, which is the whole line. */
  readonly quantity: string;
  readonly lot: string;
  readonly expiry: string;
  /** When it was made: with the shelf life it says when the lot expires. Not kept. */
  readonly produced: string;
  readonly serials: readonly string[];
  readonly stockType: StockType;
  readonly bin: string;
}

export interface SourceDraft {
  readonly documentId: string;
  readonly line: number;
  readonly number: string;
  /** What was on the source, in the line's unit. */
  readonly original: string;
  /** What may still be taken, in the line's unit; '' where there is no limit. */
  readonly remaining: string;
  /** It agreed on no price: the line's was only proposed. */
  readonly unpriced?: true;
  /** Discount that it agreed on, and what others took of it; absent: nothing, or the document was saved already. */
  readonly agreed?: AgreedOffer;
  /** Another price was typed in place of the agreed one. */
  readonly ownPrice?: boolean;
}

type ConvertedLine = ReplyOf<typeof documentToConvert>['lines'][number];

/** An agreed line as it is offered: quantities in base units, the price of the line's unit. */
type AgreedOffer = NonNullable<ConvertedLine['agreed']>;

export interface NamedSupplier {
  readonly id: string;
  readonly name: string;
}

/** A line while it is being written. Figures are texts as they travel: plain decimals, '' where there is none. */
export interface LineDraft extends PlainLine {
  /** Its stable number once it was saved. */
  readonly line: number | null;
  readonly role: LineRole;
  readonly barcode: string;
  /** What the barcode names; null while it is not known. */
  readonly product: LineProduct | null;
  readonly quantity: string;
  /** Which of the three figures the user gave; the others follow from it. */
  readonly pricedBy: PricedBy;
  readonly unitPrice: string;
  readonly amount: string;
  readonly taxRate: string;
  readonly tax: string;
  /** The tax where it was agreed as an amount, beside an amount or a total; '' or absent: it follows from the rate. */
  readonly agreedTax?: string;
  readonly total: string;
  readonly warehouseId: string | null;
  readonly targetWarehouseId: string | null;
  readonly allocations: readonly AllocationDraft[];
  readonly source: SourceDraft | null;
  /** Requisitions: of whom to buy it. */
  readonly supplier: NamedSupplier | null;
}

export const wholeAllocation: AllocationDraft = {
  quantity: '',
  lot: '',
  expiry: '',
  produced: '',
  serials: [],
  stockType: 'formal',
  bin: '',
};

/** A new line; the warehouse of the line above sticks. */
export const blankLine = (warehouseId: string | null, role: LineRole = 'item'): LineDraft => ({
  line: null,
  role,
  barcode: '',
  product: null,
  quantity: '',
  pricedBy: 'unitPrice',
  unitPrice: '',
  amount: '',
  taxRate: '',
  tax: '',
  total: '',
  warehouseId,
  targetWarehouseId: null,
  allocations: [wholeAllocation],
  source: null,
  supplier: null,
  ...plainLine.blank,
});

/** Nothing was entered: such a line is not saved. */
export const isBlankLine = ({ barcode, product }: LineDraft): boolean =>
  barcode === '' && product === null;

/** What a line is about, in a word; '' where nothing was entered. */
export const aboutLine = ({ barcode, product }: LineDraft): string =>
  product?.productName ?? barcode;

/** The one allocation of a line that has one; lines with several are shown, not typed over. */
export const allocationOf = ({ allocations }: LineDraft): AllocationDraft =>
  allocations[0] ?? wholeAllocation;

/** Whether a line goes to several lots or stock types. */
export const isSplit = ({ allocations }: LineDraft): boolean => allocations.length > 1;

/** A production day, and what follows from it where the product has a shelf life. */
export const expiryFrom = (
  produced: string,
  shelfLifeDays: number | null,
): Pick<AllocationDraft, 'produced'> & Partial<AllocationDraft> => ({
  produced,
  ...(produced === '' || shelfLifeDays === null
    ? {}
    : { expiry: expiryOf(produced, shelfLifeDays) }),
});

/** The line with its only allocation changed. */
export const allocated = (line: LineDraft, change: Partial<AllocationDraft>): LineDraft => ({
  ...line,
  allocations: [{ ...allocationOf(line), ...change }],
});

/** The product facts that a saved line carries; its other units come with the next lookup. */
function productOf(line: LineReply): LineProduct {
  return {
    barcodeId: '0',
    barcode: line.barcode,
    skuId: line.skuId ?? '0',
    productId: line.productId ?? '0',
    productName: line.productName,
    mnemonic: '',
    standard: line.standard,
    model: line.model,
    color: line.color,
    brand: line.brand,
    maker: line.maker,
    propertyOne: line.propertyOne,
    propertyTwo: line.propertyTwo,
    propertyThree: line.propertyThree,
    attributes: line.attributes,
    skuCode: line.skuCode,
    outerSkuCode: line.outerSkuCode,
    unit: line.unit,
    ratio: line.ratio,
    units: [],
    serialManaged: line.serialManaged,
    lotManaged: line.lotManaged,
    shelfLifeDays: null,
    weight: line.weight,
    price: line.referencePrice,
    minimumPrice: line.minimumPrice,
    taxRate: line.taxRate,
    stock: line.stock ?? '0',
    lockedStock: '0',
  };
}

/** Whom a saved line suggests; null: no one. */
export const supplierOf = ({
  supplierId,
  supplierName,
}: Pick<LineReply, 'supplierId' | 'supplierName'>): NamedSupplier | null =>
  supplierId === null ? null : { id: supplierId, name: supplierName };

/** A saved line, ready to be written on. */
export function lineFromReply(line: LineReply): LineDraft {
  return {
    line: line.line,
    // SAFETY: a saved line has one of the roles; the reply says it in plain text.
    role: line.role as LineRole,
    barcode: line.barcode,
    product: productOf(line),
    quantity: line.quantity,
    pricedBy: line.pricedBy,
    unitPrice: line.unitPrice ?? '',
    amount: line.amount ?? '',
    taxRate: line.taxRate,
    tax: line.tax ?? '',
    agreedTax:
      line.pricedBy === 'unitPrice' || line.sourceDocumentId === null ? '' : (line.tax ?? ''),
    total: line.total ?? '',
    warehouseId: line.warehouseId,
    targetWarehouseId: line.targetWarehouseId,
    allocations: allocationsOf(line),
    source:
      line.sourceDocumentId === null || line.sourceLine === null
        ? null
        : {
            documentId: line.sourceDocumentId,
            line: line.sourceLine,
            number: line.sourceNumber,
            original: '',
            remaining: '',
          },
    supplier: supplierOf(line),
    ...plainLine.given(line),
  };
}

function allocationsOf({ allocations }: LineReply): readonly AllocationDraft[] {
  if (allocations.length === 0) return [wholeAllocation];
  const single = allocations.length === 1;
  return allocations.map((part) => ({
    quantity: single ? '' : part.quantity,
    lot: part.lot,
    expiry: part.expiry ?? '',
    produced: '',
    serials: part.serials,
    stockType: part.stockType,
    bin: part.bin,
  }));
}

const says = <Part extends object>(condition: boolean, part: Part): Part | Record<never, never> =>
  condition ? part : {};

/** The line as the server takes it: of a kind without a price without any figure of money. */
export function lineToInput(line: LineDraft, code: GoodsKindCode): GoodsLineInput {
  const { source, supplier } = line;
  return {
    ...says(line.line !== null, { line: line.line ?? 0 }),
    ...says(line.role !== 'item', { role: line.role }),
    barcode: line.barcode,
    quantity: line.quantity === '' ? '0' : line.quantity,
    ...moneyInput(line, documentKinds[code]),
    ...says(line.warehouseId !== null, { warehouseId: line.warehouseId }),
    ...says(line.targetWarehouseId !== null, { targetWarehouseId: line.targetWarehouseId }),
    ...says(line.allocations.some(saysSomething), {
      allocations: line.allocations.map(allocationInput),
    }),
    ...(source === null ? {} : { sourceDocumentId: source.documentId, sourceLine: source.line }),
    ...(supplier === null ? {} : { supplierId: supplier.id }),
    ...plainLine.inBody(code, line),
  };
}

/** A saved line without a figure is one whose money this user may not see: nothing is said of it, so nothing is wiped. */
function moneyInput(line: LineDraft, { price, amounts }: Kind): Partial<GoodsLineInput> {
  const given = line[line.pricedBy];
  const tax = amounts.includes('tax') ? agreedTaxOf(line) : '';
  if (price === null || (given === '' && line.line !== null)) return {};
  return {
    [line.pricedBy]: given === '' ? '0' : given,
    ...says(line.taxRate !== '', { taxRate: line.taxRate }),
    ...says(tax !== '', { tax }),
  };
}

/** The tax that was agreed as an amount; '' where it follows from the rate. */
export const agreedTaxOf = ({ pricedBy, agreedTax = '' }: LineDraft): string =>
  pricedBy === 'unitPrice' ? '' : agreedTax;

const saysSomething = ({
  quantity,
  lot,
  expiry,
  serials,
  stockType,
  bin,
}: AllocationDraft): boolean =>
  quantity !== '' ||
  lot !== '' ||
  expiry !== '' ||
  serials.length > 0 ||
  stockType !== 'formal' ||
  bin !== '';

const allocationInput = ({ quantity, lot, expiry, serials, stockType, bin }: AllocationDraft) => ({
  ...says(quantity !== '', { quantity }),
  ...says(lot !== '', { lot }),
  ...says(expiry !== '', { expiry }),
  ...says(serials.length > 0, { serials: [...serials] }),
  stockType,
  ...says(bin !== '', { bin }),
});
