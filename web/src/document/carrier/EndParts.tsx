import { logisticsOrders } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { labelOfColumn } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';

const limits = {
  city: 60,
  region: 10,
  country: 2,
  senderPhone: 50,
  senderPostcode: 20,
  senderCity: 60,
  senderRegion: 10,
  senderCountry: 2,
} as const;
type EndPart = keyof typeof limits;

/** Parts of both ends for carriers with structured addresses. */
export type ShipmentEndParts = Readonly<Record<EndPart, string>>;

const partNames: readonly EndPart[] = [
  'city',
  'region',
  'country',
  'senderPhone',
  'senderPostcode',
  'senderCity',
  'senderRegion',
  'senderCountry',
];
const codes: ReadonlySet<EndPart> = new Set(['region', 'country', 'senderRegion', 'senderCountry']);

/** Takes the parts of a shipment or of the proposed receiver. */
export const endPartsOf = (
  source: ReplyOf<typeof logisticsOrders.receiver> | ShipmentEndParts,
): ShipmentEndParts => ({
  city: source.city,
  region: source.region,
  country: source.country,
  senderPhone: source.senderPhone,
  senderPostcode: source.senderPostcode,
  senderCity: source.senderCity,
  senderRegion: source.senderRegion,
  senderCountry: source.senderCountry,
});

interface Props {
  readonly parts: ShipmentEndParts;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<ShipmentEndParts>) => void;
}

/** Edits city, state and country of both ends; codes are typed in any case. */
export const EndParts = ({ parts, disabled, onChange }: Props): ReactNode => (
  <section aria-label={t('shipment.endParts')}>
    <h4>{t('shipment.endParts')}</h4>
    <div className="shipment-fields">
      {partNames.map((name) => (
        <label key={name}>
          {labelOfColumn(logisticsOrders.table, name)}
          <Input
            value={parts[name]}
            maxLength={limits[name]}
            disabled={disabled}
            onChange={({ target }) =>
              onChange({ [name]: codes.has(name) ? target.value.toUpperCase() : target.value })
            }
          />
        </label>
      ))}
    </div>
  </section>
);
