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
import { addSampleGoods } from './assortment.ts';
import type { Gift, SampleLanguage, Variant } from './assortment.ts';
import { classifySampleItems } from './classes.ts';
import type { SampleInOutItem } from './classes.ts';
import { DeskRefusal } from './desk.ts';
import type { SampleClient } from './desk.ts';
import { makeSampleWords } from './goods.ts';
import type { SampleWords } from './goods.ts';
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
import { addSampleCarriers } from './shipping.ts';
import { WHOLESALE } from './trade.ts';

interface Foreign {
  readonly currency: string;
  readonly rate: number;
}

/** Master data named by the sample company's documents. */
export interface SampleShop {
  readonly language: SampleLanguage;
  readonly variants: readonly Variant[];
  readonly gift: Gift;
  readonly main: string;
  readonly counter: string;
  readonly cash: string;
  readonly bank: string;
  readonly alipay: string;
  readonly supplierIds: readonly string[];
  /** Carriers in the order of the freight bills. */
  readonly carrierIds: readonly string[];
  readonly partnerNames: ReadonlyMap<string, string>;
  readonly customers: readonly (SampleCustomer & { readonly id: string })[];
  readonly memberIds: readonly string[];
  readonly salesIds: readonly string[];
  readonly itemId: (item: SampleInOutItem) => string;
  /** Currency of foreign partners, with the approximate rate. */
  readonly foreign: Foreign;
}

/** Creates all master data of the documents. `days` are the year's days, earliest first. */
export async function addSampleMasters(
  desk: SampleClient,
  language: SampleLanguage,
  days: readonly string[],
): Promise<SampleShop> {
  const places = await addSampleWarehouses(desk, language);
  const tills = await addSampleAccounts(desk, language);
  const goods = await addSampleGoods(desk, language, places.main);
  const people = await peopleOf(desk, language);
  const itemId = await classifySampleItems(desk, language);
  await addSampleServices(desk, language, itemId({ type: 'income', at: 1 }));
  const foreign = await addSampleRates(desk, days);
  await staffOf(desk, language);
  const carrierIds = await addSampleCarriers(desk, language);
  return { language, ...places, ...tills, ...goods, ...people, carrierIds, itemId, foreign };
}

async function addSampleWarehouses(desk: SampleClient, language: SampleLanguage) {
  const [first] = await desk.call(myWarehouses, {});
  const add = async (zh: string, en: string, type: 'own' | 'defective', sort: number) =>
    (await desk.call(warehouses.add, { name: makeSampleWords(zh, en)[language], type, sort })).id;
  const counter = await add('门店', 'Shop', 'own', 1);
  await add('残次品库', 'Seconds', 'defective', 2);
  return { main: first?.id ?? '', counter };
}

async function addSampleAccounts(desk: SampleClient, language: SampleLanguage) {
  const { accountList } = await desk.call(accountChoices, {});
  const add = async (zh: string, en: string, openingAmount: string, sort: number, feeRate = '0') =>
    (
      await desk.call(accounts.add, {
        name: makeSampleWords(zh, en)[language],
        openingAmount,
        feeRate,
        sort,
      })
    ).id;
  const bank = await add('银行存款', 'Bank account', '380000', 1);
  const alipay = await add('支付宝', 'Alipay', '6000', 2, '0.6');
  return { cash: accountList[0]?.id ?? '', bank, alipay };
}

/** Adds services for customers, each booked to an income item. */
async function addSampleServices(
  desk: SampleClient,
  language: SampleLanguage,
  itemId: string,
): Promise<void> {
  const add = (zh: string, en: string, fee: string, chargeMode: 'order' | 'piece') =>
    desk.call(services.add, { name: makeSampleWords(zh, en)[language], fee, chargeMode, itemId });
  await add('送货上门', 'Delivery to the door', '30', 'order');
  await add('礼品包装', 'Gift wrapping', '5', 'piece');
}

/** Adds dollar rates, or euro rates for a dollar company, from the first day of each month. */
async function addSampleRates(desk: SampleClient, days: readonly string[]): Promise<Foreign> {
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

async function peopleOf(desk: SampleClient, language: SampleLanguage) {
  const addAll = async <T extends SampleWords>(
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
    name: makeSampleWords('批发价', 'Wholesale')[language],
    base: 'sale',
    discountRate: String(WHOLESALE),
  });
  const buyers = customers.map(({ name, ...rest }) => ({ ...name, rest }));
  const customerIds = await addAll('customer', buyers, ({ rest: { days, wholesale = false } }) => ({
    paymentDays: Math.min(days, 60),
    creditLimit: String(20_000 + days * 500),
    ...(wholesale ? { priceListId } : {}),
  }));
  const staff = async (type: 'salesperson' | 'keeper' | 'finance', all: readonly SampleWords[]) => {
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
    partnerNames: new Map([
      ...suppliers.map((each, at) => [supplierIds[at] ?? '', each[language]] as const),
      ...customers.map(({ name }, at) => [customerIds[at] ?? '', name[language]] as const),
    ]),
    customers: customers.map((each, at) => ({ ...each, id: customerIds[at] ?? '' })),
    memberIds: await addAll('member', members),
    salesIds,
  };
}

const contactOf = (at: number) => ({
  telephone: `138${String(10_000_000 + at * 104_729).slice(0, 8)}`,
});

/** Adds a user for each of a new company's roles, within the user limit and if not yet present. */
async function staffOf(desk: SampleClient, language: SampleLanguage): Promise<void> {
  const { userCurrentNum, userNumLimit } = await desk.call(ownTenant, {});
  if (userCurrentNum > 1 || userNumLimit <= userNames.length) return;
  const { loginName } = await desk.call(currentUser, {});
  const roles = await desk.call(roleChoices, {});
  for (const { role, name } of userNames) {
    const roleId = roles.find(({ type }) => type === role)?.id ?? null;
    const body = { loginName: `${loginName}-${role}`, name: name[language], roleId };
    await desk.call(users.add, body).catch((error: unknown) => {
      // Login names are unique across all companies: a name in use is skipped.
      if (!(error instanceof DeskRefusal && error.key === 'login.taken')) throw error;
    });
  }
}
