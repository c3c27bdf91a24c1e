import type { SecretFinding } from '../../store/queries/annotations.ts';
import { isCommonPassword, isMadeUp, isReference } from './placeholders.ts';

interface CommandForm {
  /** Where the text lacks it, the form is not looked for. */
  readonly marker: RegExp;
  /** Group 1 is the password. All repetitions are bounded. */
  readonly form: RegExp;
  /** What is a password here, besides being nobody else's. */
  readonly isPassword: (value: string) => boolean;
}

const any = (): boolean => true;
/** Not a word, a number, a path or a name for a value. */
const isNoWord = (value: string): boolean => !/^[a-z._-]+$|^[A-Z_-]+$|^[0-9.:]+$|[/{}$]/.test(value);

const forms: readonly CommandForm[] = [
  // curl -u user:password
  {
    marker: /-u/,
    form: /(?<=[ \t])(?:-u|--user)(?:[ \t]{1,4}|=)["']?[\w.@+-]{1,64}:([^\s"':]{6,200})/g,
    isPassword: (value) => !/^[a-z._-]+$|^[0-9.]+$|[/{}$]/.test(value),
  },
  { marker: /sshpass/, form: /\bsshpass[ \t]{1,4}-p[ \t]{0,4}["']?([^\s"']{6,200})/g, isPassword: any },
  // mysql -uname -ppassword: only without a blank is it the password.
  ...['mysql', 'mariadb'].map((program) => ({
    marker: new RegExp(program),
    form: new RegExp(
      `(?<![\\w-])${program}(?:[a-z]{4,8}|-[a-z]{4,8})?(?=[ \\t])[^\\r\\n|;&]{0,200}?[ \\t]-p["']?((?<=["'])[^\\s"']{6,100}|[^\\s"'<>|;&]{6,100})`,
      'g',
    ),
    isPassword: isNoWord,
  })),
  {
    marker: /securestring/i,
    form: /\bConvertTo-SecureString(?=[^\r\n|]{0,300}-AsPlainText)[^\r\n|"']{0,100}["']([^\s"']{6,200})["']/gi,
    isPassword: any,
  },
  {
    marker: /securestring/i,
    form: /["']([^\s"']{6,200})["'][ \t]{0,4}\|[ \t]{0,4}ConvertTo-SecureString[ \t][^\r\n|]{0,100}-AsPlainText/gi,
    isPassword: any,
  },
  {
    marker: /--password-stdin/,
    form: /\b(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4})?["']?([^\s"'<>|]{6,400})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?(?:docker|podman|nerdctl|helm|oras)[ \t][^\r\n|]{0,200}--password-stdin/g,
    isPassword: (value) => !/^[A-Z_-]+$|[{}$]/.test(value),
  },
];

/** Passwords that stand in a command line. */
export const commandLinePasswords = (text: string): SecretFinding[] => {
  return forms.flatMap(({ marker, form, isPassword }) =>
    marker.test(text)
      ? [...text.matchAll(form)].flatMap((match) => {
          const [whole, value = ''] = match;
          if (isReference(value) || isCommonPassword(value) || isMadeUp(value) || !isPassword(value)) return [];
          const start = match.index + whole.lastIndexOf(value);
          return [{ rule: 'command-line-password', start, end: start + value.length }];
        })
      : [],
  );
};
