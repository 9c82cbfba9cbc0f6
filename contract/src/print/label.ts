import { documentKinds, labelCodes } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { productPage } from '../catalog/products.ts';
import { endpoint } from '../endpoint.ts';
import { Name, Optional, ShownAmount, Text, literals } from '../field.ts';
import { Changed, Closed, Id, Nullable, Saved, onOne, readAll } from '../resource.ts';

export const labelPage = '/material/label_print';

/** What a label stands on: a piece of goods, its place in a shelf, a carton of it, a piece that has a serial. */
export const labelKinds = ['product', 'shelf', 'carton', 'serial'] as const;
export type LabelKind = (typeof labelKinds)[number];

/** Sizes that labels are sold in, in millimetres. */
export const labelSizes = {
  '40x30': { width: 40, height: 30 },
  '60x40': { width: 60, height: 40 },
  '100x100': { width: 100, height: 100 },
  '4x6in': { width: 101.6, height: 152.4 },
} as const;

/** What a label may say of goods. */
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

/** The prices a label may show; which one is said of each row of the queue. */
export const labelPrices = ['retail', 'sale', 'distributor', 'supply'] as const;
export type LabelPrice = (typeof labelPrices)[number];

export const labelAligns = ['left', 'center', 'right'] as const;

/** Elements lie on a grid of half a millimetre. */
const Place = Type.Number({ minimum: 0, maximum: 297, multipleOf: 0.5 });
const Length = Type.Number({ minimum: 1, maximum: 297, multipleOf: 0.5 });

/** What an element of a label is: words of the company's own, a field of the goods, or a field as a code to be scanned. */
export const labelElements = ['text', 'field', ...labelCodes] as const;

export const LabelElement = Closed({
  is: literals(labelElements),
  /** What stands there, where it is a text. */
  text: Text(100),
  /** What is told, where it is none. */
  field: literals(labelFields),
  /** What the field is called stands before it; what a code says stands below it. */
  named: Type.Boolean(),
  left: Place,
  top: Place,
  width: Length,
  height: Length,
  /** In points. */
  fontSize: Type.Number({ minimum: 4, maximum: 96, multipleOf: 0.5 }),
  bold: Type.Boolean(),
  align: literals(labelAligns),
});
export type LabelElement = Static<typeof LabelElement>;

const Gap = Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.5 });

export const MOST_ELEMENTS = 40;

/** How a label looks: data alone. What a company writes itself is plain text. */
export const LabelTemplate = Closed({
  kind: literals(labelKinds),
  /** In millimetres. */
  width: Type.Number({ minimum: 15, maximum: 210 }),
  height: Type.Number({ minimum: 10, maximum: 297 }),
  /** Several side by side on sheets of A4; else each is a page of its own. */
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

/** As many templates as a company may have. */
export const MOST_LABEL_TEMPLATES = 200;

export const labelTemplates = readAll({
  path: '/labelTemplate/list',
  summary: "The company's own label templates, by name",
  access: { page: [labelPage, productPage] },
  reply: Type.Array(
    Closed({ id: Id, name: Type.String(), version: Type.Integer(), template: LabelTemplate }),
  ),
});

const named = { name: Name(1, 40), template: LabelTemplate };

export const addLabelTemplate = endpoint({
  call: 'POST /labelTemplate/add',
  summary: 'Keep a label template under a name of its own',
  access: edit,
  input: Closed(named),
  reply: Saved,
});

export const updateLabelTemplate = endpoint({
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

/** As many labels as one row of the queue may have. */
export const MOST_COPIES = 9999;

/** What stands on a label, of one thing that gets some. Prices that the reader may not see are null. */
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
  /** What is in a unit that is not the smallest: `12 pcs`; '' for the smallest. */
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
  /** The template that its product says. */
  templateId: Nullable(Id),
  copies: Type.Integer(),
});
export type LabelGoods = Static<typeof LabelGoods>;

/** As many codes, products or documents as one call may name, and as many rows as it answers. */
const MOST_NAMED = 500;
export const MOST_LABEL_ROWS = 2000;

/** The lines of a kind that bring goods into a warehouse: what came can be labelled from them. */
export const labelledLines = (code: AnyKindCode): readonly string[] =>
  Object.entries(documentKinds[code].goods)
    .filter(([, flow]) => flow.to === 'warehouse')
    .map(([role]) => role);

/**
 * What labels say, of all that is named at once. Codes are barcodes, or serials in stock; products get one label for each of
 * their SKUs; documents as many as goods came, one for each serial; `pieces` are barcodes whose lots and serials in stock
 * get one each. Refuses documents that the caller may not see.
 */
export const labelGoods = endpoint({
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
    /** Codes that name nothing. */
    unknown: Type.Array(Type.String()),
  }),
});

/** As many labels as go to the printer at once. */
export const MOST_LABELS = 2000;

/** Asked before labels go to the printer or into a file, so the log knows of it. */
export const recordLabels = endpoint({
  call: 'POST /label/record',
  summary: 'Tell that labels are being printed',
  access: { page: labelPage, button: '5' },
  input: Closed({
    /** What the template is called. */
    template: Text(60),
    labels: Type.Integer({ minimum: 1, maximum: MOST_LABELS }),
  }),
  reply: Changed,
});
