export const AGE_WORDS = {
  lead: 'To have an account here, you need to be at least {age} years old.',
  label: 'Date of birth',
  hint: 'We check it but don’t keep it. We keep only that you’re old enough.',
  submit: 'Continue',
  done: 'Thank you. You can continue.',
} as const;
