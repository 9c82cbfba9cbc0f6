import { documentKinds, labelCodes } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText, Optional, ShownAmount, Text, toLiteralUnion } from '../field.ts';
import { Changed, Closed, Id, Nullable, Saved, onOne, readAll } from '../resource.ts';
import { productPage } from '../recordPages.ts';

export const labelPage = '/material/label_print';

/** Label subjects: goods, a shelf position, a carton, a piece with a serial. */
export const labelKinds = ['product', 'shelf', 'carton', 'serial'] as const;
export type LabelKind = (typeof labelKinds)[number];

/** Common label sizes in millimetres. */
export const labelSizes = {
  '40x30': { width: 40, height: 30 },
  '60x40': { width: 60, height: 40 },
  '100x100': { width: 100, height: 100 },
  '4x6in': { width: 101.6, height: 152.4 },
} as const;

export const labelFields = [
  'productName',
  'englishName',
  'barcode',
  'skuCode',
  'standard',
  'model',
  'color',
  'brand',
  'attributes',
  'origin',
  'unit',
  'contents',
  'price',
  'lot',
  'expiry',
  'serial',
  'shelfPosition',
  'company',
] as const;
export type LabelField = (typeof labelFields)[number];

/** Prices on labels, chosen per queue row. */
export const labelPrices = ['retail', 'sale', 'distributor', 'supply'] as const;
export type LabelPrice = (typeof labelPrices)[number];

export const labelAligns = ['left', 'center', 'right'] as const;

/** Elements lie on a grid of half a millimetre. */
const Place = Type.Number({ minimum: 0, maximum: 297, multipleOf: 0.5 });
const Length = Type.Number({ minimum: 1, maximum: 297, multipleOf: 0.5 });

/** Label elements: free text, a field, or a field in a scannable code. */
export const labelElements = ['text', 'field', ...labelCodes] as const;

export const LabelElement = Closed({
  is: toLiteralUnion(labelElements),
  /** Content of a text element. */
  text: Text(100),
  /** Field of an element without text. */
  field: toLiteralUnion(labelFields),
  /** Prints the title before the value, or the value below a code. */
  named: Type.Boolean(),
  left: Place,
  top: Place,
  width: Length,
  height: Length,
  /** In points. */
  fontSize: Type.Number({ minimum: 4, maximum: 96, multipleOf: 0.5 }),
  bold: Type.Boolean(),
  align: toLiteralUnion(labelAligns),
});
export type LabelElement = Static<typeof LabelElement>;

const Gap = Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.5 });

export const MOST_ELEMENTS = 40;

/** Label template: pure data; company text is plain text. */
export const LabelTemplate = Closed({
  kind: toLiteralUnion(labelKinds),
  /** In millimetres. */
  width: Type.Number({ minimum: 15, maximum: 210 }),
  height: Type.Number({ minimum: 10, maximum: 297 }),
  /** Several on A4 sheets, else one per page. */
  onSheet: Type.Boolean(),
  sheet: Closed({
    columns: Type.Integer({ minimum: 1, maximum: 10 }),
    rows: Type.Integer({ minimum: 1, maximum: 30 }),
    left: Gap,
    top: Gap,
    gapAcross: Gap,
    gapDown: Gap,
  }),
  elements: Type.Array(LabelElement, { minItems: 1, maxItems: MOST_ELEMENTS }),
});
export type LabelTemplate = Static<typeof LabelTemplate>;

const view = { page: labelPage } as const;
const edit = { page: labelPage, button: '1' } as const;

/** Per company. */
export const MOST_LABEL_TEMPLATES = 200;

export const labelTemplates = readAll({
  path: '/labelTemplate/list',
  summary: "The company's own label templates, by name",
  access: { page: [labelPage, productPage] },
  reply: Type.Array(
    Closed({ id: Id, name: Type.String(), version: Type.Integer(), template: LabelTemplate }),
  ),
});

const named = { name: NameText(1, 40), template: LabelTemplate };

export const addLabelTemplate = defineEndpoint({
  call: 'POST /labelTemplate/add',
  summary: 'Keep a label template under a name of its own',
  access: edit,
  input: Closed(named),
  reply: Saved,
});

export const updateLabelTemplate = defineEndpoint({
  call: 'PUT /labelTemplate/update',
  summary: 'Change a label template',
  access: edit,
  input: Closed({ id: Id, version: Type.Integer(), ...named }),
  reply: Saved,
});

export const deleteLabelTemplate = onOne({
  call: 'DELETE /labelTemplate/delete',
  summary: 'Delete a label template',
  access: edit,
});

/** Maximum copies per row of the print queue. */
export const MOST_COPIES = 9999;

/** Label data of one item. Hidden prices are null. */
export const LabelGoods = Closed({
  barcode: Type.String(),
  productName: Type.String(),
  englishName: Type.String(),
  skuCode: Type.String(),
  standard: Type.String(),
  model: Type.String(),
  color: Type.String(),
  brand: Type.String(),
  attributes: Type.String(),
  origin: Type.String(),
  unit: Type.String(),
  /** Content of a larger unit, like `12 pcs`; '' for the smallest. */
  contents: Type.String(),
  shelfPosition: Type.String(),
  lot: Type.String(),
  expiry: Type.String(),
  serial: Type.String(),
  prices: Closed({
    retail: ShownAmount,
    sale: ShownAmount,
    distributor: ShownAmount,
    supply: ShownAmount,
  }),
  lotManaged: Type.Boolean(),
  serialManaged: Type.Boolean(),
  /** Template chosen on the product. */
  templateId: Nullable(Id),
  copies: Type.Integer(),
});
export type LabelGoods = Static<typeof LabelGoods>;

/** Codes, products or documents per call, and rows per reply. */
const MOST_NAMED = 500;
export const MOST_LABEL_ROWS = 2000;

/** Lines of a kind that bring goods into a warehouse, for labels. */
export const labelledLines = (code: AnyKindCode): readonly string[] =>
  Object.entries(documentKinds[code].goods)
    .filter(([, flow]) => flow.to === 'warehouse')
    .map(([role]) => role);

/**
 * Label data for everything named. Codes are barcodes, or serials in stock. Products get a label per SKU;
 * documents per received piece or serial; `pieces` (barcodes) per lot and serial in stock. Refuses hidden
 * documents.
 */
export const labelGoods = defineEndpoint({
  call: 'POST /label/goods',
  summary: 'What stands on labels of goods, documents, lots and serials',
  access: view,
  writes: false,
  input: Closed({
    codes: Optional(Type.Array(Text(60), { maxItems: MOST_NAMED })),
    productIds: Optional(Type.Array(Id, { maxItems: MOST_NAMED })),
    documentIds: Optional(Type.Array(Id, { maxItems: MOST_NAMED })),
    pieces: Optional(Type.Array(Text(60), { maxItems: MOST_NAMED })),
  }),
  reply: Closed({
    rows: Type.Array(LabelGoods),
    /** Unmatched codes. */
    unknown: Type.Array(Type.String()),
  }),
});

/** Per print run. */
export const MOST_LABELS = 2000;

/** Called before labels are printed or exported, for logging. */
export const recordLabels = defineEndpoint({
  call: 'POST /label/record',
  summary: 'Tell that labels are being printed',
  access: { page: labelPage, button: '5' },
  input: Closed({
    /** Template name. */
    template: Text(60),
    labels: Type.Integer({ minimum: 1, maximum: MOST_LABELS }),
  }),
  reply: Changed,
});
