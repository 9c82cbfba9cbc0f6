import { movingPage, movingPrograms, saveMovingProgram } from '@tradehouse/contract';
import { entriesOf, isKeyOf } from '@tradehouse/domain';
import { AutoComplete, Form } from 'antd';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useMay } from '../app/settings/permission.ts';
import { t } from '../phrase/index.ts';

export const overviewKey = ['movingOverview'] as const;

const programs = entriesOf(movingPrograms);

const nameOfProgram = (program: string): string =>
  isKeyOf(movingPrograms, program) ? movingPrograms[program] : program;

/** Code of a known program, otherwise the typed name. */
const programFromName = (name: string): string =>
  programs.find(([, known]) => known.toLowerCase() === name.trim().toLowerCase())?.[0] ??
  name.trim();

/** Self-saving choice of the former program, known or typed. */
export function ProgramChoice({ program }: { readonly program: string }): ReactNode {
  const [name, setName] = useState(nameOfProgram(program));
  const readOnly = !useMay()(movingPage, '1');
  const id = useId();
  const save = async (typed: string): Promise<void> => {
    const next = programFromName(typed);
    if (next === program) return;
    await callEndpoint(saveMovingProgram, { program: next });
    getNotices().message.success(t('form.saved'));
    await invalidateQueryKeys(overviewKey);
  };
  return (
    <Form layout="vertical" component={false}>
      <Form.Item
        className="moving-program"
        label={t('moving.program')}
        htmlFor={id}
        extra={t('moving.programHint')}
      >
        <AutoComplete
          id={id}
          disabled={readOnly}
          maxLength={60}
          placeholder={t('moving.programPlaceholder')}
          options={programs.map(([, value]) => ({ value }))}
          value={name}
          onChange={setName}
          onSelect={(chosen: string) => void save(chosen)}
          onBlur={() => void save(name)}
        />
      </Form.Item>
    </Form>
  );
}
