import type { AnyKindCode, DocumentKind } from '@tradehouse/domain';
import { hasWord } from '../../control/hasWord.ts';
import { t } from '../../phrase/index.ts';
import type { GridColumn, Suggestion } from '../grid/column.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import type { Pricing } from '../draft/priced.ts';

export type GoodsLineColumn = GridColumn<LineDraft>;

export interface NamedId {
  readonly id: string;
  readonly name: string;
}

/** Warehouse cell of a line. */
export interface WarehousePlace {
  readonly key: string;
  readonly field: 'warehouseId' | 'targetWarehouseId';
}

/** Context of the goods line columns; the same object until a value changes. */
export interface LineForm {
  readonly code: AnyKindCode;
  readonly kind: DocumentKind;
  readonly pricing: Pricing;
  readonly warehouses: readonly NamedId[];
  /** Lines may exceed the remainder of their source. */
  readonly overLink: boolean;
  /** Hidden columns requested by the user. */
  readonly shown: ReadonlySet<string>;
  /** Opens the split of a line into lots and stock types. */
  readonly openParts: (key: string) => void;
  readonly openSerials: (key: string) => void;
  readonly openPicker: (key: string) => void;
  /** Makes a product for a line; absent where the user may make none. */
  readonly addProduct?: ((key: string, typed: string) => void) | undefined;
  /** Makes a warehouse for a line; absent where the user may make none. */
  readonly addWarehouse?: ((place: WarehousePlace, typed: string) => void) | undefined;
  /** Opens the stock details of a line; absent without permission. */
  readonly openStock?: ((key: string) => void) | undefined;
}

export type Choices = readonly NamedId[];

const nameOfLineChoice = (list: Choices, id: string | null): string =>
  list.find((one) => one.id === id)?.name ?? '';

/** Choice column: title, choices, and the line field for the selected value. */
interface ChoiceOf<Row> {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  readonly choices: Choices;
  readonly read: (line: Row) => string | null;
  readonly put: (line: Row, chosen: NamedId | null) => Row;
}

/** Returns a column whose cell names a short list's entry. */
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
    show: (line) => nameOfLineChoice(choices, read(line)),
    write: (line, text) => {
      if (text === '') return { row: put(line, null) };
      const found = choices.find(({ name }) => name === text.trim());
      return found ? { row: put(line, found) } : { wrong: t('editor.wrong.choice', { text }) };
    },
    pick: (line, value) => ({ row: put(line, choices.find((one) => one.id === value) ?? null) }),
    suggest: (_, text) => {
      return offers.filter(({ label }) => hasWord(label, text));
    },
  };
}
