import { ImportOutlined } from '@ant-design/icons';
import { movingOverview, movingSteps, programHints } from '@tradehouse/contract';
import type { MovingStep, ReplyOf, SheetId } from '@tradehouse/contract';
import { isKeyOf } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { reasonOfError } from '../app/net/envelope.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { language } from '../app/session/language.ts';
import { useMay } from '../app/settings/permission.ts';
import { quantityText } from '../control/format.ts';
import { PageLink } from '../control/PageLink.tsx';
import { SheetDialog } from '../list/sheet/SheetDialog.tsx';
import { t } from '../phrase/index.ts';
import { ProgramChoice, overviewKey } from './ProgramChoice.tsx';

type Overview = ReplyOf<typeof movingOverview>;

interface MovingStepProps {
  readonly step: MovingStep;
  readonly count: number | null;
  readonly program: string;
  readonly onImport: (sheet: SheetId) => void;
}

/** Step with the present count, the export of the former program, the import and the list. */
function MovingStepItem({ step, count, program, onImport }: MovingStepProps): ReactNode {
  const may = useMay();
  const { page, sheet } = movingSteps[step];
  const hint = isKeyOf(programHints, program) ? programHints[program][step][language] : null;
  return (
    <li>
      <h3>{t(`moving.step.${step}`)}</h3>
      <p>{t(`moving.about.${step}`)}</p>
      {hint === null ? null : <p className="moving-hint">{hint}</p>}
      <div className="moving-acts">
        <span className={count === 0 ? 'quiet' : 'moving-count'}>
          {t('moving.count', { n: quantityText(count ?? 0) })}
        </span>
        {sheet !== undefined && may(page, '1') ? (
          <Button
            icon={<ImportOutlined aria-hidden />}
            aria-label={`${t('moving.import')}: ${t(`moving.step.${step}`)}`}
            onClick={() => onImport(sheet)}
          >
            {t('moving.import')}
          </Button>
        ) : null}
        <PageLink url={page}>{t('moving.list')}</PageLink>
      </div>
    </li>
  );
}

function OpenSteps({ program, steps }: Overview): ReactNode {
  const may = useMay();
  const [sheet, setSheet] = useState<SheetId | null>(null);
  const close = (changed: boolean): void => {
    setSheet(null);
    if (changed) void invalidateQueryKeys(overviewKey, ['list']);
  };
  return (
    <>
      <ProgramChoice key={program} program={program} />
      <ol className="moving-steps">
        {steps
          .filter(({ step }) => may(movingSteps[step].page))
          .map((each) => (
            <MovingStepItem key={each.step} {...each} program={program} onImport={setSheet} />
          ))}
      </ol>
      {sheet === null ? null : <SheetDialog sheet={sheet} onClose={close} />}
    </>
  );
}

/** Steps of moving in, in order, for the pages open to the user. */
export function MovingStepList(): ReactNode {
  const { data, error } = useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => callEndpoint(movingOverview, {}, { signal, quiet: true }),
  });
  return (
    <section className="moving-page" aria-label={t('moving.steps')}>
      {data !== undefined ? (
        <OpenSteps {...data} />
      ) : error === null ? (
        <Spin />
      ) : (
        <Alert type="error" showIcon title={reasonOfError(error)} />
      )}
    </section>
  );
}
