import { Type } from 'typebox';
import { ShownAmount, literals } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { entered, named, record, remarked, sorted, switched } from '../record.ts';
import { Id, choices } from '../resource.ts';

export const servicePage = '/material/services';

/** What a fee is multiplied by: nothing, the pieces of an order, or its kilograms. */
export const chargeModes = ['order', 'piece', 'weight'] as const;
const ChargeMode = literals(chargeModes);

export const services = record({
  id: 'services',
  subject: 'service',
  called: { 'zh-cn': '增值服务', en: 'Service' },
  path: '/services',
  page: servicePage,
  fields: {
    name: named(2, 60),
    /** In the company's currency, at most two decimals. */
    fee: entered(
      'fee',
      is.taking(is.money('sale'), Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,2})?$' })),
    ),
    chargeMode: {
      ...entered('charge_mode', is.replying(is.oneOf(chargeModes), ChargeMode)),
      filters: 'first',
    },
    /** The income it is booked as. */
    itemId: { is: is.one('item'), keeps: 'item_id', enters: 'form' },
    itemName: { is: is.words, reads: 'both', lists: {} },
    sort: sorted,
    enabled: { ...switched, filters: 'first' },
    remark: remarked,
  },
});

export const serviceChoices = choices({
  path: '/services/listServicesSelect',
  summary: 'Enabled services with what they cost',
  access: { page: [servicePage, '/bill/sale_order', '/bill/sale_out'] },
  row: { id: Id, name: Type.String(), fee: ShownAmount, chargeMode: ChargeMode },
});
