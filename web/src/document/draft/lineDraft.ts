import { plainLine } from '@tradehouse/contract';
import type { GoodsLineInput, LineReply, PlainLine, ReplyOf } from '@tradehouse/contract';
import type { barcodesForLine, documentToConvert } from '@tradehouse/contract';
import { decimal, documentKinds, expiryOf, toPlainDecimal } from '@tradehouse/domain';
import type {
  GoodsKindCode,
  DocumentKind,
  LineRole,
  PricedBy,
  StockType,
} from '@tradehouse/domain';

/** Product facts needed by a line: units, defaults, flags and stock. */
export type LineProduct = ReplyOf<typeof barcodesForLine>[number];

export interface AllocationDraft {
  /** Base units; '' for a single allocation, equal to the whole line. */
  readonly quantity: string;
  readonly lot: string;
  readonly expiry: string;
  /** Production day: with the shelf life, gives the lot's expiry. Not stored. */
  readonly produced: string;
  readonly serials: readonly string[];
  readonly stockType: StockType;
  readonly bin: string;
}

export interface SourceDraft {
  readonly documentId: string;
  readonly line: number;
  readonly number: string;
  /** Quantity on the source, in the line's unit. */
  readonly original: string;
  /** Remaining quantity in the line's unit; '' if unlimited. */
  readonly remaining: string;
  /** The source agreed on no price: the line's was only proposed. */
  readonly unpriced?: true;
  /** Amounts agreed by the source, and amounts already taken; absent: none. */
  readonly agreed?: AgreedOffer;
  /** True if another price replaces the agreed price. */
  readonly ownPrice?: boolean;
}

type ConvertedLineReply = ReplyOf<typeof documentToConvert>['lines'][number];

/** Agreed line as offered: quantities in base units, price per line unit. */
type AgreedOffer = NonNullable<ConvertedLineReply['agreed']>;

export interface NamedSupplier {
  readonly id: string;
  readonly name: string;
}

/** A line being written. Figures are texts as sent: plain decimals, '' if empty. */
export interface LineDraft extends PlainLine {
  /** Stable line number once saved. */
  readonly line: number | null;
  readonly role: LineRole;
  readonly barcode: string;
  /** Product of the barcode; null while unknown. */
  readonly product: LineProduct | null;
  readonly quantity: string;
  /** Figure given by the user; the two others follow. */
  readonly pricedBy: PricedBy;
  readonly unitPrice: string;
  /** Price that was proposed for the line before the price of its product changed. */
  readonly proposedPrice?: string;
  readonly amount: string;
  readonly taxRate: string;
  readonly tax: string;
  /** Tax agreed as an amount, beside an amount or total; '' or absent: computed from the rate. */
  readonly agreedTax?: string;
  readonly total: string;
  readonly warehouseId: string | null;
  readonly targetWarehouseId: string | null;
  readonly allocations: readonly AllocationDraft[];
  readonly source: SourceDraft | null;
  /** Requisitions: suggested supplier. */
  readonly supplier: NamedSupplier | null;
  /** Promotions offered for the figures of the line; absent: the line takes no part. */
  readonly promotion?: LinePromotion;
}

/** Offer of promotions for a barcode, quantity and regular price. */
export interface LinePromotion {
  readonly barcode: string;
  readonly quantity: string;
  readonly regularPrice: string;
  /** Amount after promotions. */
  readonly amount: string;
  readonly discount: string;
  /** Names of the promotions. */
  readonly promotions: string;
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

/** Checks if nothing was entered: blank lines are not saved. */
export const isBlankLine = ({ barcode, product }: LineDraft): boolean =>
  barcode === '' && product === null;

/** Checks if a line has typed content, but no goods. */
export const isTypedWithoutGoods = (line: LineDraft): boolean =>
  isBlankLine(line) &&
  ([line.quantity, line.unitPrice].some((text) => text !== '') ||
    // Amounts left empty follow an emptied quantity as zero.
    [line.amount, line.total].some((text) => text !== '' && Number(text) !== 0) ||
    Object.values(plainLine.given(line)).some((value) => value !== null && value !== '') ||
    line.allocations.some(({ lot, serials }) => lot !== '' || serials.length > 0));

/** Checks if a line may be dropped unseen: neither goods nor typed content. */
export const isUntouchedLine = (line: LineDraft): boolean =>
  isBlankLine(line) && !isTypedWithoutGoods(line);

/** Names a line by product or barcode; '' if blank. */
export const aboutLine = ({ barcode, product }: LineDraft): string =>
  product?.productName ?? barcode;

/** Returns the only allocation of a line; lines with several show theirs read-only. */
export const firstAllocationOfLine = ({ allocations }: LineDraft): AllocationDraft =>
  allocations[0] ?? wholeAllocation;

/** Checks if a line has several lots or stock types. */
export const isSplit = ({ allocations }: LineDraft): boolean => allocations.length > 1;

/** Returns the given production day, with the expiry day if the shelf life is known. */
export const expiryFrom = (
  produced: string,
  shelfLifeDays: number | null,
): Pick<AllocationDraft, 'produced'> & Partial<AllocationDraft> => ({
  produced,
  ...(produced === '' || shelfLifeDays === null
    ? {}
    : { expiry: expiryOf(produced, shelfLifeDays) }),
});

/** Changes a line's only allocation. */
export const withLineAllocation = (
  line: LineDraft,
  change: Partial<AllocationDraft>,
): LineDraft => ({
  ...line,
  allocations: [{ ...firstAllocationOfLine(line), ...change }],
});

/** Returns the product facts of a saved line; the next lookup adds other units. */
function productFromLineReply(line: LineReply): LineProduct {
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
    retailPrice: null,
    price: line.referencePrice,
    priceSteps: [],
    minimumPrice: line.minimumPrice,
    taxRate: line.taxRate,
    stock: line.stock ?? '0',
    lockedStock: '0',
    parts: [],
  };
}

/** Returns the suggested supplier of a saved line; null: none. */
export const supplierFromLineReply = ({
  supplierId,
  supplierName,
}: Pick<LineReply, 'supplierId' | 'supplierName'>): NamedSupplier | null =>
  supplierId === null ? null : { id: supplierId, name: supplierName };

/** A saved line, ready to be written on. */
export function lineFromReply(line: LineReply): LineDraft {
  return {
    line: line.line,
    // SAFETY: a saved line has one of the roles, typed as plain text in the reply.
    role: line.role as LineRole,
    barcode: line.barcode,
    product: productFromLineReply(line),
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
    allocations: allocationsFromLineReply(line),
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
    supplier: supplierFromLineReply(line),
    ...promotionFromLineReply(line),
    ...plainLine.given(line),
  };
}

/** Returns a promoted line at its regular price, with the promotions of the saved amount. */
function promotionFromLineReply(
  line: LineReply,
): Partial<Pick<LineDraft, 'unitPrice' | 'pricedBy' | 'promotion'>> {
  const { regularPrice, amount, quantity, barcode, promotions } = line;
  // Prices that changed to or from including tax have another regular price.
  if (regularPrice === null || amount === null || line.pricedBy === 'total') return {};
  const discount = decimal(quantity).times(regularPrice).minus(amount);
  return {
    pricedBy: 'unitPrice',
    unitPrice: regularPrice,
    promotion: {
      barcode,
      quantity,
      regularPrice,
      amount,
      discount: toPlainDecimal(discount),
      promotions,
    },
  };
}

function allocationsFromLineReply({ allocations }: LineReply): readonly AllocationDraft[] {
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

const includeLinePartIf = <Part extends object>(
  condition: boolean,
  part: Part,
): Part | Record<never, never> => (condition ? part : {});

/**
 * Returns a line as the server accepts it; without money figures if the kind has no price. Blank fields are
 * named, because a change keeps unnamed ones.
 */
export function lineToInput(line: LineDraft, code: GoodsKindCode): GoodsLineInput {
  const { source, supplier } = line;
  return {
    ...includeLinePartIf(line.line !== null, { line: line.line ?? 0 }),
    role: line.role,
    barcode: line.barcode,
    quantity: line.quantity === '' ? '0' : line.quantity,
    ...toLineMoneyInput(line, documentKinds[code]),
    warehouseId: line.warehouseId,
    targetWarehouseId: line.targetWarehouseId,
    allocations: line.allocations.some(saysSomething) ? line.allocations.map(allocationInput) : [],
    sourceDocumentId: source?.documentId ?? null,
    sourceLine: source?.line ?? null,
    supplierId: supplier?.id ?? null,
    ...plainLine.inBody(code, line),
  };
}

/** A saved line without a figure hides its money from this user: figures are omitted, so none is wiped. */
function toLineMoneyInput(
  line: LineDraft,
  { price, amounts }: DocumentKind,
): Partial<GoodsLineInput> {
  const promotion = promotionOf(line);
  if (price !== null && promotion !== null)
    return {
      regularPrice: promotion.regularPrice,
      amount: promotion.amount,
      ...includeLinePartIf(amounts.includes('tax') || line.taxRate !== '', {
        taxRate: line.taxRate === '' ? '0' : line.taxRate,
      }),
    };
  const given = line[line.pricedBy];
  const tax = amounts.includes('tax') ? agreedTaxOf(line) : '';
  if (price === null || (given === '' && line.line !== null)) return {};
  return {
    [line.pricedBy]: given === '' ? '0' : given,
    ...includeLinePartIf(amounts.includes('tax') || line.taxRate !== '', {
      taxRate: line.taxRate === '' ? '0' : line.taxRate,
    }),
    ...includeLinePartIf(tax !== '', { tax }),
  };
}

/** Returns the promotions of the present figures; null: none were offered, or a figure changed since. */
export function promotionOf(line: LineDraft): LinePromotion | null {
  const { promotion, source, pricedBy, barcode, quantity, unitPrice } = line;
  const isPresent =
    source === null &&
    pricedBy === 'unitPrice' &&
    promotion?.barcode === barcode &&
    promotion.quantity === quantity &&
    promotion.regularPrice === unitPrice;
  return isPresent ? promotion : null;
}

/** Returns the tax agreed as an amount; '' if computed from the rate. */
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
  ...includeLinePartIf(quantity !== '', { quantity }),
  ...includeLinePartIf(lot !== '', { lot }),
  ...includeLinePartIf(expiry !== '', { expiry }),
  ...includeLinePartIf(serials.length > 0, { serials: [...serials] }),
  stockType,
  ...includeLinePartIf(bin !== '', { bin }),
});
