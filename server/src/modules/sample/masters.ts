import {
  accountChoices,
  accounts,
  exchangeRates,
  currentSettings,
  currentUser,
  myWarehouses,
  ownTenant,
  partners,
  people,
  priceLists,
  roleChoices,
  services,
  users,
  warehouses,
} from '@tradehouse/contract';
import type { InputOf, PartnerType } from '@tradehouse/contract';
import { goodsOf } from './assortment.ts';
import type { Gift, Language, Variant } from './assortment.ts';
import { itemsOf } from './classes.ts';
import type { Item } from './classes.ts';
import { DeskRefusal } from './desk.ts';
import type { Desk } from './desk.ts';
import { said } from './goods.ts';
import type { Words } from './goods.ts';
import {
  ABROAD,
  cashiers,
  customers,
  keepers,
  members,
  salespeople,
  suppliers,
  users as userNames,
} from './people.ts';
import type { SampleCustomer } from './people.ts';
import { WHOLESALE } from './trade.ts';

interface Foreign {
  readonly currency: string;
  readonly rate: number;
}

/** What the sample company's documents name. */
export interface Shop {
  readonly language: Language;
  readonly variants: readonly Variant[];
  readonly gift: Gift;
  readonly main: string;
  readonly counter: string;
  readonly cash: string;
  readonly bank: string;
  readonly supplierIds: readonly string[];
  readonly customers: readonly (SampleCustomer & { readonly id: string })[];
  readonly memberIds: readonly string[];
  readonly salesIds: readonly string[];
  readonly itemId: (item: Item) => string;
  /** The currency of those abroad, and what it is worth, about. */
  readonly foreign: Foreign;
}

/** Everything that documents refer to. `days` are those of the year, the first one first. */
export async function masters(
  desk: Desk,
  language: Language,
  days: readonly string[],
): Promise<Shop> {
  const places = await warehousesOf(desk, language);
  const tills = await accountsOf(desk, language);
  const goods = await goodsOf(desk, language, places.main);
  const people = await peopleOf(desk, language);
  const itemId = await itemsOf(desk, language);
  await servicesOf(desk, language, itemId({ type: 'income', at: 1 }));
  const foreign = await ratesOf(desk, days);
  await staffOf(desk, language);
  return { language, ...places, ...tills, ...goods, ...people, itemId, foreign };
}

async function warehousesOf(desk: Desk, language: Language) {
  const [first] = await desk.call(myWarehouses, {});
  const add = async (zh: string, en: string, type: 'own' | 'defective', sort: number) =>
    (await desk.call(warehouses.add, { name: said(zh, en)[language], type, sort })).id;
  const counter = await add('门店', 'Shop', 'own', 1);
  await add('残次品库', 'Seconds', 'defective', 2);
  return { main: first?.id ?? '', counter };
}

async function accountsOf(desk: Desk, language: Language) {
  const { accountList } = await desk.call(accountChoices, {});
  const add = async (zh: string, en: string, openingAmount: string, sort: number) =>
    (await desk.call(accounts.add, { name: said(zh, en)[language], openingAmount, sort })).id;
  const bank = await add('银行存款', 'Bank account', '380000', 1);
  await add('支付宝', 'Alipay', '6000', 2);
  return { cash: accountList[0]?.id ?? '', bank };
}

/** What customers may have done beside, each booked as an income. */
async function servicesOf(desk: Desk, language: Language, itemId: string): Promise<void> {
  const add = (zh: string, en: string, fee: string, chargeMode: 'order' | 'piece') =>
    desk.call(services.add, { name: said(zh, en)[language], fee, chargeMode, itemId });
  await add('送货上门', 'Delivery to the door', '30', 'order');
  await add('礼品包装', 'Gift wrapping', '5', 'piece');
}

/** What the dollar is worth, or the euro to a company of dollars, from the first day of each month on. */
async function ratesOf(desk: Desk, days: readonly string[]): Promise<Foreign> {
  const { currency: own } = await desk.call(currentSettings, {});
  const foreign = own === 'USD' ? { currency: 'EUR', rate: 1.08 } : { currency: 'USD', rate: 7.12 };
  let { rate } = foreign;
  for (const [at, day] of days.entries()) {
    if (at !== 0 && !day.endsWith('-01')) continue;
    rate = Math.round(rate * (1 + Math.sin(at / 40) * 0.004) * 1e4) / 1e4;
    await desk.call(exchangeRates.add, {
      currency: foreign.currency,
      day,
      rate: String(rate),
    });
  }
  return foreign;
}

async function peopleOf(desk: Desk, language: Language) {
  const addAll = async <T extends Words>(
    type: PartnerType,
    all: readonly T[],
    more: (each: T, at: number) => Partial<InputOf<typeof partners.add>> = () => ({}),
  ): Promise<string[]> => {
    const ids = [];
    for (const [at, each] of all.entries()) {
      const body = {
        type,
        name: each[language],
        ...contactOf(at + type.length * 7),
        ...more(each, at),
      };
      ids.push((await desk.call(partners.add, body)).id);
    }
    return ids;
  };
  const supplierIds = await addAll('supplier', suppliers, (_, at) => ({
    paymentDays: at === ABROAD ? 60 : 30,
  }));
  const { id: priceListId } = await desk.call(priceLists.add, {
    name: said('批发价', 'Wholesale')[language],
    base: 'sale',
    discountRate: String(WHOLESALE),
  });
  const buyers = customers.map(({ name, ...rest }) => ({ ...name, rest }));
  const customerIds = await addAll('customer', buyers, ({ rest: { days, wholesale = false } }) => ({
    paymentDays: Math.min(days, 60),
    creditLimit: String(20_000 + days * 500),
    ...(wholesale ? { priceListId } : {}),
  }));
  const staff = async (type: 'salesperson' | 'keeper' | 'finance', all: readonly Words[]) => {
    const ids = [];
    for (const each of all)
      ids.push((await desk.call(people.add, { type, name: each[language] })).id);
    return ids;
  };
  const salesIds = await staff('salesperson', salespeople);
  await staff('keeper', keepers);
  await staff('finance', cashiers);
  return {
    supplierIds,
    customers: customers.map((each, at) => ({ ...each, id: customerIds[at] ?? '' })),
    memberIds: await addAll('member', members),
    salesIds,
  };
}

const contactOf = (at: number) => ({
  telephone: `138${String(10_000_000 + at * 104_729).slice(0, 8)}`,
});

/** Someone who signs in for each of the roles that a company starts with, where there is room for them and they are not there yet. */
async function staffOf(desk: Desk, language: Language): Promise<void> {
  const { userCurrentNum, userNumLimit } = await desk.call(ownTenant, {});
  if (userCurrentNum > 1 || userNumLimit <= userNames.length) return;
  const { loginName } = await desk.call(currentUser, {});
  const roles = await desk.call(roleChoices, {});
  for (const { role, name } of userNames) {
    const roleId = roles.find(({ type }) => type === role)?.id ?? null;
    const body = { loginName: `${loginName}-${role}`, name: name[language], roleId };
    await desk.call(users.add, body).catch((error: unknown) => {
      // Names to sign in with are of all companies together: one that another has is done without.
      if (!(error instanceof DeskRefusal && error.key === 'login.taken')) throw error;
    });
  }
}
