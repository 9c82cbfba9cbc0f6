import { fieldLabel, lineFields, plainLine } from '@tradehouse/contract';
import type { FieldType, PlainLine, PlainLineName } from '@tradehouse/contract';
import type { AnyKindCode } from '@tradehouse/domain';
import { language, languages } from '../../app/session/language.ts';
import { t } from '../../phrase/index.ts';
import { typedDay } from '../draft/numberInput.ts';
import type { GridColumn } from '../grid/column.ts';

export const titleOfPlainLineField = (name: PlainLineName): string =>
  fieldLabel(language, 'lines', name);

/** Returns the title in every language. */
export const plainTitles = (name: PlainLineName): readonly string[] =>
  languages.map(({ value }) => fieldLabel(value, 'lines', name));

export const isPlainLineName = (name: string): name is PlainLineName =>
  plainLine.names.some((plain) => plain === name);

/** Converts a cell's text by its field type. */
function parsePlainCell(
  { column, most = Number.POSITIVE_INFINITY }: FieldType,
  text: string,
): { readonly value: string | null } | { readonly wrong: string } {
  if (column.type === 'day') {
    const day = typedDay(text);
    return day === null ? { wrong: t('editor.wrong.day') } : { value: day || null };
  }
  return text.length > most ? { wrong: t('editor.wrong.long', { most }) } : { value: text };
}

/** Returns columns for a kind's independent plain fields. */
export const plainColumns = <Row extends PlainLine>(
  code: AnyKindCode,
): readonly GridColumn<Row>[] =>
  plainLine.namesOf(code).map((name) => ({
    id: name,
    title: titleOfPlainLineField(name),
    also: plainTitles(name),
    width: lineFields[name].enters.plain.width,
    show: (row) => row[name] ?? '',
    write: (row, text) => {
      const found = parsePlainCell(lineFields[name].is, text);
      return 'wrong' in found ? found : { row: { ...row, [name]: found.value } };
    },
  }));
