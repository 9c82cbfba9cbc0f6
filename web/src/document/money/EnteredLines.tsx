import { Button, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { reasonOfError } from '../../app/net/envelope.ts';
import { getNotices } from '../../app/notices.ts';
import { FRONT_PANE } from '../../app/tabs/front.tsx';
import { usePhone } from '../../app/theme/useMedia.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { readGiven, workbookNumbersOf } from '../../control/importDialog/importSource.ts';
import { readFile } from '../../control/importDialog/readFile.ts';
import type { ReferenceChoice } from '../../control/ReferenceSelect.tsx';
import { t } from '../../phrase/index.ts';
import { useAdding } from '../columns/useLineChoices.ts';
import type { KnownChoices } from '../columns/useLineChoices.ts';
import { appendBlankRow } from '../grid/gridState.ts';
import type { GridShape } from '../grid/gridState.ts';
import type { GridCommands } from '../grid/keys.ts';
import { LineGrid } from '../grid/LineGrid.tsx';
import { useLatest } from '../grid/useLatest.ts';
import { readLineCells } from '../lines/importFile.ts';
import { LineCards } from '../lines/LineCards.tsx';
import type { Card } from '../lines/LineCards.tsx';
import { RemoveButton } from '../lines/RemoveButton.tsx';
import { SheetFile } from '../lines/SheetFile.tsx';
import { namedIn } from './enteredLine.ts';
import type { EnteredLine } from './enteredLine.ts';
import { unusedHeadings, withSheet } from './enteredSheet.ts';
import type { MoneyForm } from './useMoneyForm.ts';

type EnteredMoneyForm = MoneyForm<EnteredLine>;

interface Props {
  readonly form: EnteredMoneyForm;
  /** Choices for line subjects. */
  readonly known: KnownChoices<ReferenceChoice>;
}

const putNamed = (line: EnteredLine, { id, name }: ReferenceChoice): EnteredLine => ({
  ...line,
  named: { id, name },
});

/** Returns the shape of the lines, with "new …" for records that may be created. */
function useEnteredShape({ form, known }: Props) {
  const { code, store, of } = form;
  const { add, form: adding } = useAdding(namedIn(code), known, store, putNamed);
  const shape = useMemo<GridShape<EnteredLine>>(() => {
    const [named, ...others] = of.shape.columns;
    if (add === undefined || named === undefined) return of.shape;
    const adds = { ...named, add: (key: string, typed: string) => add({ key }, typed) };
    return { ...of.shape, columns: [adds, ...others] };
  }, [of, add]);
  return { shape, adding };
}

/** Enter after the last cell goes on in the foot. */
const commands: GridCommands = {
  onLeave: () =>
    document
      .querySelector<HTMLElement>(
        `${FRONT_PANE} .document-foot .sum-table input, ${FRONT_PANE} .document-foot textarea`,
      )
      ?.focus(),
};

interface EnteredSheetProps {
  readonly form: EnteredMoneyForm;
  readonly shape: GridShape<EnteredLine>;
}

interface Workbook {
  readonly file: File;
  readonly worksheets: readonly string[];
}

function WorksheetChoice({
  worksheets,
  onChoose,
  onClose,
}: Pick<Workbook, 'worksheets'> & {
  readonly onChoose: (worksheet: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [chosen, setChosen] = useState(worksheets[0] ?? '');
  return (
    <ChoiceModal
      title={t('import.worksheet')}
      width={400}
      okDisabled={false}
      onOk={() => onChoose(chosen)}
      onCancel={onClose}
    >
      <Radio.Group
        vertical
        aria-label={t('import.worksheet')}
        value={chosen}
        options={[...worksheets]}
        onChange={(event) => setChosen(String(event.target.value))}
      />
    </ChoiceModal>
  );
}

/** Imports lines from a spreadsheet, in workbooks from the sheet chosen by the user. */
function FromSheet({ form: { code, store }, shape }: EnteredSheetProps) {
  const [busy, run] = useBusy();
  const [workbook, setWorkbook] = useState<Workbook | null>(null);
  const take = (file: File, worksheet?: string): Promise<boolean> =>
    run(async () => {
      try {
        const source = readGiven(await readFile(file, readLineCells(code), worksheet), {});
        if (source.encoding === 'unclear') throw new Error(t('editor.import.encoding'));
        const { worksheets } = source;
        if (worksheet === undefined && worksheets.length > 1)
          return setWorkbook({ file, worksheets });
        setWorkbook(null);
        const cells = source.rows.map((row) => row.cells);
        const filled = withSheet(store.grid(), shape, cells, {
          isSheet: source.isSheet,
          workbookNumbers: workbookNumbersOf(source.rows),
        });
        if (filled !== null) {
          const unused = unusedHeadings(shape, cells).join(t('import.comma'));
          if (unused !== '')
            void getNotices().message.warning(t('import.unused', { columns: unused }));
          return store.change(() => filled);
        }
        const most = shape.most ?? 0;
        void getNotices().message.error(t('money.tooManyLines', { most, count: cells.length }));
      } catch (error) {
        void getNotices().message.error(reasonOfError(error));
      }
    });
  return (
    <>
      <SheetFile
        label={t('editor.import.title')}
        titles={() => shape.columns.map(({ title }) => title)}
        busy={busy}
        onFile={(file) => void take(file)}
      />
      {workbook === null ? null : (
        <WorksheetChoice
          worksheets={workbook.worksheets}
          onChoose={(worksheet) => void take(workbook.file, worksheet)}
          onClose={() => setWorkbook(null)}
        />
      )}
    </>
  );
}

const cardOf = ({ of: { shape } }: EnteredMoneyForm): Card<EnteredLine> => ({
  title: ({ named }) => named?.name ?? '',
  figure: (row) => shape.columns.find(({ id }) => id === 'amount')?.show(row) ?? '',
  facts: ['remark'],
});

/** Edits entered lines: buttons and grid, cards on a phone. */
export function EnteredLines(props: Props) {
  const { form } = props;
  const { store } = form;
  const phone = usePhone();
  const { shape, adding } = useEnteredShape(props);
  const latest = useLatest(shape);
  return (
    <div className="document-lines">
      <div className="goods-lines">
        {!phone && (
          <div className="lines-tools">
            <Button onClick={() => store.change((grid) => appendBlankRow(grid, shape))}>
              {t('editor.lines.add')}
            </Button>
            <RemoveButton store={store} shape={latest} />
            <FromSheet form={form} shape={shape} />
          </div>
        )}
        {phone ? (
          <LineCards store={store} columns={shape.columns} shape={latest} card={cardOf(form)} />
        ) : (
          <LineGrid
            store={store}
            columns={shape.columns}
            blank={shape.blank}
            isBlank={shape.isBlank}
            commands={commands}
            label={t('editor.lines.label')}
          />
        )}
        {adding}
      </div>
    </div>
  );
}
