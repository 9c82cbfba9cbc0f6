/*
 * Bodies of requests to FedEx. Field names are those of the pages "Rates and Transit Times API", "Ship API"
 * and "Basic Integrated Visibility (formerly Track API)" of developer.fedex.com/api/en-us/catalog, compared
 * with the OpenAPI files of these pages, and with the connector of the open-source program Karrio.
 */
import {
  decimal,
  fedexServices,
  poundsFromKilograms,
  sum,
  toPlainDecimal,
  toStreetLines,
} from '@tradehouse/domain';
import type { CarrierService } from '@tradehouse/domain';
import type { Parcel } from '@tradehouse/contract';
import type {
  CarrierEnd,
  CarrierMoney,
  CarrierPlace,
  LabelQuestion,
  RateQuestion,
  VoidQuestion,
} from './carrierApi.ts';

const toFedexAddress = ({ address, city, region, postcode, country }: CarrierPlace) => ({
  streetLines: toStreetLines(address) ?? [],
  city,
  ...(region === '' ? {} : { stateOrProvinceCode: region }),
  postalCode: postcode.trim(),
  countryCode: country,
});

const toFedexParty = ({ name, phone, ...place }: CarrierEnd) => ({
  contact: { personName: name, phoneNumber: phone.trim() },
  address: toFedexAddress(place),
});

/** FedEx takes whole centimetres: parts of one count as one. */
const toCentimetres = (length: string): number => decimal(length).ceil().toNumber();

const signatureService = (isNeeded: boolean) =>
  isNeeded
    ? {
        packageSpecialServices: {
          specialServiceTypes: ['SIGNATURE_OPTION'],
          signatureOptionType: 'DIRECT',
        },
      }
    : {};

const toFedexPackage = ({ length, width, height, weight, pieces }: Parcel, isSigned: boolean) => ({
  groupPackageCount: pieces,
  weight: { units: 'KG', value: Number(weight) },
  dimensions: {
    length: toCentimetres(length),
    width: toCentimetres(width),
    height: toCentimetres(height),
    units: 'CM',
  },
  ...signatureService(isSigned),
});

/** Parcels go to a place of FedEx: FedEx is not told to pick up. */
const handling = { packagingType: 'YOUR_PACKAGING', pickupType: 'DROPOFF_AT_FEDEX_LOCATION' };

export const fedexRateBody = (
  accountNumber: string,
  service: CarrierService,
  from: CarrierPlace,
  { to, parcels, signature }: RateQuestion,
) => ({
  accountNumber: { value: accountNumber },
  rateRequestControlParameters: { returnTransitTimes: true },
  requestedShipment: {
    shipper: { address: toFedexAddress(from) },
    recipient: { address: toFedexAddress(to) },
    serviceType: fedexServices[service],
    rateRequestType: ['ACCOUNT'],
    ...handling,
    requestedPackageLineItems: parcels.map((parcel) => toFedexPackage(parcel, signature)),
  },
});

/** Reference by which a shipment is found after a lost answer: 30 characters, unique to the request. */
export const fedexReference = ({
  number,
  request,
}: Pick<LabelQuestion, 'number' | 'request'>): string =>
  `${number.slice(0, 21)} ${request.slice(0, 8)}`;

/** FedEx wants total pounds with one decimal; parts of a tenth count as one. */
const totalPounds = (parcels: readonly Parcel[]): number => {
  const kilograms = sum(parcels.map(({ weight, pieces }) => decimal(weight).times(pieces)));
  const pounds = poundsFromKilograms(toPlainDecimal(kilograms));
  return decimal(pounds).times(10).ceil().dividedBy(10).toNumber();
};

const toFedexMoney = ({ amount, currency }: CarrierMoney) => ({ amount: Number(amount), currency });

/** Printed return labels are a service of their own. */
const returnService = (direction: LabelQuestion['direction']) =>
  direction === 'return'
    ? {
        shipmentSpecialServices: {
          specialServiceTypes: ['RETURN_SHIPMENT'],
          returnShipmentDetail: { returnType: 'PRINT_RETURN_LABEL' },
        },
      }
    : {};

export const fedexLabelBody = (accountNumber: string, question: LabelQuestion) => {
  const { from, to, parcels, service, signature, shipDate, insured, format, direction } = question;
  const declared = insured === null ? {} : { declaredValue: toFedexMoney(insured) };
  const reference = {
    customerReferenceType: 'CUSTOMER_REFERENCE',
    value: fedexReference(question),
  };
  return {
    accountNumber: { value: accountNumber },
    labelResponseOptions: 'LABEL',
    requestedShipment: {
      shipper: toFedexParty(from),
      recipients: [toFedexParty(to)],
      shipDatestamp: shipDate,
      serviceType: fedexServices[service],
      ...handling,
      shippingChargesPayment: {
        paymentType: 'SENDER',
        payor: { responsibleParty: { accountNumber: { value: accountNumber } } },
      },
      ...returnService(direction),
      ...(insured === null ? {} : { totalDeclaredValue: toFedexMoney(insured) }),
      labelSpecification: {
        imageType: 'PDF',
        labelStockType: format === 'a4' ? 'PAPER_85X11_TOP_HALF_LABEL' : 'PAPER_4X6',
      },
      totalWeight: totalPounds(parcels),
      requestedPackageLineItems: parcels.map((parcel) => ({
        ...toFedexPackage(parcel, signature),
        ...declared,
        customerReferences: [reference],
      })),
    },
  };
};

export const fedexCancelBody = (accountNumber: string, trackingNumber: string) => ({
  accountNumber: { value: accountNumber },
  deletionControl: 'DELETE_ALL_PACKAGES',
  trackingNumber,
});

export const fedexTrackBody = (trackingNumber: string) => ({
  includeDetailedScans: true,
  trackingInfo: [{ trackingNumberInfo: { trackingNumber } }],
});

const DAY = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** FedEx replaces a past ship date by the day of the request, which may be any day until today. */
export const fedexReferenceBody = (
  accountNumber: string,
  question: Pick<VoidQuestion, 'number' | 'request' | 'shipDate'>,
) => {
  const shipDay = Date.parse(question.shipDate);
  return {
    includeDetailedScans: false,
    referencesInformation: {
      type: 'CUSTOMER_REFERENCE',
      value: fedexReference(question),
      accountNumber,
      shipDateBegin: dayOf(shipDay - DAY),
      shipDateEndDate: dayOf(Math.max(shipDay, Date.now()) + DAY),
    },
  };
};
