import { Type } from 'typebox';
import { Optional, Text } from '../field.ts';

/** ISO 3166 code of two letters; empty: unknown. */
export const CountryCode = Type.String({ maxLength: 2, pattern: '^([A-Z]{2})?$' });
/** Carriers' code of a state or province. */
export const RegionCode = Type.String({ maxLength: 10, pattern: '^[A-Z0-9-]*$' });
export const CityText = Text(60);

/** Parts of an address, for carriers without addresses in a single text. */
export const placeParts = {
  city: Optional(CityText),
  region: Optional(RegionCode),
  country: Optional(CountryCode),
};
