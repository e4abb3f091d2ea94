/** Skills as a source: folders of `SKILL.md` files. */
export { readSkills, type SkillFile, type SkillFolder } from './read-skills.ts';
