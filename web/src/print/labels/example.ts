import { t } from '../../phrase/index.ts';
import type { LabelFacts } from './drawing.ts';

/** Returns sample goods for drawing a label while no goods are chosen. */
export const exampleFacts = (): LabelFacts => ({
  price: 'retail',
  goods: {
    barcode: '6901234567892',
    productName: t('label.example'),
    englishName: 'Example product',
    skuCode: 'SKU-001',
    standard: '500 g',
    model: 'M-1',
    color: '',
    brand: '',
    attributes: '',
    origin: '',
    unit: t('label.exampleUnit'),
    contents: '12',
    shelfPosition: 'A-01-02',
    lot: 'L20260101',
    expiry: '2028-01-01',
    serial: 'SN0000001',
    prices: { retail: '9.9', sale: '9.9', distributor: '9.9', supply: '9.9' },
    lotManaged: false,
    serialManaged: false,
    templateId: null,
    copies: 1,
  },
});
