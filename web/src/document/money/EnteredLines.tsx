import { Button } from 'antd';
import { useMemo } from 'react';
import { reasonOf } from '../../app/net/envelope.ts';
import { notices } from '../../app/notices.ts';
import { FRONT_PANE } from '../../app/tabs/front.tsx';
import { usePhone } from '../../app/theme/useMedia.ts';
import { useBusy } from '../../app/useBusy.ts';
import { readGiven } from '../../control/importDialog/importSource.ts';
import { readFile } from '../../control/importDialog/readFile.ts';
import type { Choice } from '../../control/ReferenceSelect.tsx';
import { t } from '../../phrase/index.ts';
import { useAdding } from '../columns/useLineChoices.ts';
import type { KnownChoices } from '../columns/useLineChoices.ts';
import { appended } from '../grid/gridState.ts';
import type { Shape } from '../grid/gridState.ts';
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
import { withSheet } from './enteredSheet.ts';
import type { MoneyForm } from './useMoneyForm.ts';

type Form = MoneyForm<EnteredLine>;

interface Props {
  readonly form: Form;
  /** What lines may name. */
  readonly known: KnownChoices<Choice>;
}

const putNamed = (line: EnteredLine, { id, name }: Choice): EnteredLine => ({
  ...line,
  named: { id, name },
});

/** The shape of the lines, with "new …" where what is missing may be made. */
function useShape({ form, known }: Props) {
  const { code, store, of } = form;
  const { add, form: adding } = useAdding(namedIn(code), known, store, putNamed);
  const shape = useMemo<Shape<EnteredLine>>(() => {
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

interface SheetProps {
  readonly form: Form;
  readonly shape: Shape<EnteredLine>;
}

/** Lines from a spreadsheet. */
function FromSheet({ form: { code, store }, shape }: SheetProps) {
  const [busy, run] = useBusy();
  const take = (file: File): Promise<boolean> =>
    run(async () => {
      try {
        const source = readGiven(await readFile(file, readLineCells(code)), {});
        if (source.encoding === 'unclear') throw new Error(t('editor.import.encoding'));
        const cells = source.rows.map((row) => row.cells);
        const filled = withSheet(store.grid(), shape, cells, { isSheet: source.isSheet });
        if (filled !== null) return store.change(() => filled);
        const most = shape.most ?? 0;
        void notices().message.error(t('money.tooManyLines', { most, count: cells.length }));
      } catch (error) {
        void notices().message.error(reasonOf(error));
      }
    });
  return (
    <SheetFile
      label={t('editor.import.title')}
      titles={() => shape.columns.map(({ title }) => title)}
      busy={busy}
      onFile={(file) => void take(file)}
    />
  );
}

/** What a card says of an amount. */
const cardOf = ({ of: { shape } }: Form): Card<EnteredLine> => ({
  title: ({ named }) => named?.name ?? '',
  figure: (row) => shape.columns.find(({ id }) => id === 'amount')?.show(row) ?? '',
  facts: ['remark'],
});

/** Lines that are entered: the buttons above and the grid, cards on a phone. */
export function EnteredLines(props: Props) {
  const { form } = props;
  const { store } = form;
  const phone = usePhone();
  const { shape, adding } = useShape(props);
  const latest = useLatest(shape);
  return (
    <div className="document-lines">
      <div className="goods-lines">
        {!phone && (
          <div className="lines-tools">
            <Button onClick={() => store.change((grid) => appended(grid, shape))}>
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
