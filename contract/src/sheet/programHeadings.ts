// Headings of the exports of other programs, by sheet and field, beside the headings of this product.
import type { SheetField, SheetId } from './sheets.ts';

type HeadingsOfSheet = Readonly<Record<string, readonly string[]>>;
type HeadingsOfProgram = Readonly<Partial<Record<SheetId, HeadingsOfSheet>>>;

const erpNextPartner = {
  taxNumber: ['Tax ID'],
  telephone: ['Mobile No'],
  email: ['Email Id'],
  bankAccount: ['Bank Account No'],
};

/** ERPNext 14 and 15: labels of fields of lists, and columns of reports. */
const erpNext: HeadingsOfProgram = {
  products: {
    name: ['Item Name'],
    skuCode: ['Item Code'],
    categoryName: ['Item Group'],
    unit: ['Default Unit of Measure'],
    shelfLifeDays: ['Shelf Life In Days'],
    purchasePrice: ['Last Purchase Rate'],
    salePrice: ['Standard Selling Rate'],
    serialManaged: ['Has Serial No'],
    lotManaged: ['Has Batch No'],
    goodsType: ['Maintain Stock'],
  },
  suppliers: { name: ['Supplier Name'], remark: ['Supplier Details'], ...erpNextPartner },
  customers: { name: ['Customer Name'], remark: ['Customer Details'], ...erpNextPartner },
  // Stock Balance, Batch-Wise Balance History, Serial No.
  openingStock: {
    skuCode: ['Item', 'Item Code'],
    name: ['Item Name'],
    lot: ['Batch', 'Batch No'],
    serials: ['Serial No'],
    quantity: ['Balance Qty'],
    openingPrice: ['Valuation Rate', 'Incoming Rate'],
  },
  // Accounts Receivable and Accounts Payable.
  openingDebts: {
    partnerName: ['Customer Name', 'Supplier Name'],
    side: ['Party Type'],
    number: ['Voucher No'],
    remark: ['Remarks'],
  },
  // Item Price.
  listPrices: {
    skuCode: ['Item Code'],
    name: ['Item Name'],
    unit: ['UOM'],
    price: ['Rate'],
    firstDay: ['Valid From'],
    lastDay: ['Valid Upto'],
  },
};

const odooPartner = { taxNumber: ['Tax ID'], address: ['Complete Address'], enabled: ['Active'] };

/** Odoo 17 to 19: labels of fields, with the path of a related record. */
const odoo: HeadingsOfProgram = {
  products: {
    skuCode: ['Internal Reference'],
    categoryName: ['Product Category'],
    unit: ['Unit of Measure'],
    purchasePrice: ['Cost'],
    salePrice: ['Sales Price'],
    tracking: ['Tracking'],
    goodsType: ['Product Type'],
    enabled: ['Active'],
  },
  suppliers: odooPartner,
  customers: odooPartner,
  // Quants.
  openingStock: {
    barcode: ['Product/Barcode'],
    skuCode: ['Product/Internal Reference'],
    name: ['Product'],
    lotOrSerial: ['Lot/Serial Number'],
    expiry: ['Expiration Date'],
    openingPrice: ['Product/Cost'],
  },
  // Invoices and bills.
  openingDebts: { partnerName: ['Partner'], businessDate: ['Invoice/Bill Date'] },
  // Rules of price lists.
  listPrices: {
    priceList: ['Pricelist'],
    barcode: ['Product/Barcode', 'Product Variant/Barcode'],
    skuCode: ['Product/Internal Reference', 'Product Variant/Internal Reference'],
    name: ['Product', 'Product Variant'],
    pricing: ['Compute Price'],
    price: ['Fixed Price'],
    minimumQuantity: ['Min. Quantity'],
    firstDay: ['Start Date'],
    lastDay: ['End Date'],
  },
};

/** jshERP 3.6: the stock report; its exports of products and partners have the headings of this product. */
const jshErp: HeadingsOfProgram = {
  openingStock: { quantity: ['库存'], openingPrice: ['成本价'] },
};

/** Adds the headings of other programs to the fields of a sheet. */
export const withProgramHeadings = (
  id: SheetId,
  fields: Readonly<Record<string, SheetField>>,
): Readonly<Record<string, SheetField>> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, definition]) => [
      field,
      {
        ...definition,
        headings: [
          ...(definition.headings ?? []),
          ...[erpNext, odoo, jshErp].flatMap((program) => program[id]?.[field] ?? []),
        ],
      },
    ]),
  );
