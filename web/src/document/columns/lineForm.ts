import type { AnyKindCode, Kind } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import type { GridColumn, Suggestion } from '../grid/column.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import type { Pricing } from '../draft/priced.ts';

export type Column = GridColumn<LineDraft>;

export interface NamedId {
  readonly id: string;
  readonly name: string;
}

/** Which warehouse of which line. */
export interface WarehousePlace {
  readonly key: string;
  readonly field: 'warehouseId' | 'targetWarehouseId';
}

/** What the columns of goods lines depend on. The same object while nothing of it changes. */
export interface LineForm {
  readonly code: AnyKindCode;
  readonly kind: Kind;
  readonly pricing: Pricing;
  readonly warehouses: readonly NamedId[];
  /** Lines may take more than what is left of their source. */
  readonly overLink: boolean;
  /** Hidden columns that the user asked for. */
  readonly shown: ReadonlySet<string>;
  /** Opens what splits a line into lots and stock types. */
  readonly openParts: (key: string) => void;
  readonly openSerials: (key: string) => void;
  readonly openPicker: (key: string) => void;
  /** Makes a product for a line; absent where the user may make none. */
  readonly addProduct?: ((key: string, typed: string) => void) | undefined;
  /** Makes a warehouse for a line; absent where the user may make none. */
  readonly addWarehouse?: ((place: WarehousePlace, typed: string) => void) | undefined;
  /** Opens what is behind the stock of a line; absent where the user may not see it. */
  readonly openStock?: ((key: string) => void) | undefined;
}

export type Choices = readonly NamedId[];

const nameOf = (list: Choices, id: string | null): string =>
  list.find((one) => one.id === id)?.name ?? '';

/** What a column of choices is called and chooses from, and where a line holds what is chosen. */
interface ChoiceOf<Row> {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  readonly choices: Choices;
  readonly read: (line: Row) => string | null;
  readonly put: (line: Row, chosen: NamedId | null) => Row;
}

/** A column whose cell names one of a short list. */
export function choiceColumn<Row>({
  id,
  title,
  width,
  choices,
  read,
  put,
}: ChoiceOf<Row>): GridColumn<Row> {
  const offers: readonly Suggestion[] = choices.map((one) => ({ value: one.id, label: one.name }));
  return {
    id,
    title,
    width,
    show: (line) => nameOf(choices, read(line)),
    write: (line, text) => {
      if (text === '') return { row: put(line, null) };
      const found = choices.find(({ name }) => name === text.trim());
      return found ? { row: put(line, found) } : { wrong: t('editor.wrong.choice', { text }) };
    },
    pick: (line, value) => ({ row: put(line, choices.find((one) => one.id === value) ?? null) }),
    suggest: (_, text) => {
      const wanted = text.toLowerCase();
      return offers.filter(({ label }) => label.toLowerCase().includes(wanted));
    },
  };
}
