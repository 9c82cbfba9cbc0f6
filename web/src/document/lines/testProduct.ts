import type { ScanContent } from '@tradehouse/domain';
import type { LineProduct } from '../draft/lineDraft.ts';
import type { ScannedProduct } from '../product/serialSearch.ts';

/** Product of a test line: 48 bottles at a price of 4, also sold in boxes of 24. */
export const aProduct = (barcode: string, over: Partial<LineProduct> = {}): LineProduct => ({
  barcodeId: '1',
  barcode,
  skuId: '1',
  productId: '1',
  productName: `product ${barcode}`,
  mnemonic: '',
  standard: '',
  model: '',
  color: '',
  brand: '',
  maker: '',
  propertyOne: '',
  propertyTwo: '',
  propertyThree: '',
  attributes: '',
  skuCode: '',
  outerSkuCode: '',
  unit: 'bottle',
  ratio: '1',
  units: [
    { barcode: '100', unit: 'bottle', ratio: '1', price: '4', priceSteps: [], minimumPrice: null },
    { barcode: '200', unit: 'box', ratio: '24', price: '90', priceSteps: [], minimumPrice: null },
  ],
  serialManaged: false,
  lotManaged: false,
  shelfLifeDays: null,
  weight: '0',
  retailPrice: '4',
  price: '4',
  priceSteps: [],
  minimumPrice: null,
  taxRate: '13',
  stock: '48',
  lockedStock: '0',
  parts: [],
  ...over,
});

/** Product found by a scan of its barcode, or of a GS1 code with further content. */
export const scannedProduct = (
  product: LineProduct,
  content: Partial<ScanContent> = {},
): ScannedProduct => ({
  ...product,
  content: {
    code: product.barcode,
    alternatives: [],
    weight: '',
    amount: '',
    lot: '',
    produced: '',
    expiry: '',
    serial: '',
    quantity: '',
    ...content,
  },
});
