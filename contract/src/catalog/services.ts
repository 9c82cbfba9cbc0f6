import { Type } from 'typebox';
import { ShownAmount, toLiteralUnion } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { formField, nameField, defineRecord, remarked, sorted, switched } from '../record.ts';
import { Id, defineChoices } from '../resource.ts';

export const servicePage = '/material/services';

/** Multiplier of a fee: none, pieces of an order, or kilograms. */
export const chargeModes = ['order', 'piece', 'weight'] as const;
const ChargeMode = toLiteralUnion(chargeModes);

export const services = defineRecord({
  id: 'services',
  subject: 'service',
  called: { 'zh-cn': '增值服务', en: 'Service' },
  path: '/services',
  page: servicePage,
  fields: {
    name: nameField(2, 60),
    /** In the company's currency, at most two decimals. */
    fee: formField(
      'fee',
      is.withInputSchema(
        is.moneyType('sale'),
        Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,2})?$' }),
      ),
    ),
    chargeMode: {
      ...formField(
        'charge_mode',
        is.withReplySchema(is.requiredChoiceType(chargeModes), ChargeMode),
      ),
      filters: 'first',
    },
    /** Income item that the fee is booked under. */
    itemId: { is: is.referenceType('item'), keeps: 'item_id', enters: 'form' },
    itemName: { is: is.words, reads: 'both', lists: {} },
    sort: sorted,
    enabled: { ...switched, filters: 'first' },
    remark: remarked,
  },
});

export const serviceChoices = defineChoices({
  path: '/services/listServicesSelect',
  summary: 'Enabled services with what they cost',
  access: { page: [servicePage, '/bill/sale_order', '/bill/sale_out'] },
  row: { id: Id, name: Type.String(), fee: ShownAmount, chargeMode: ChargeMode },
});
