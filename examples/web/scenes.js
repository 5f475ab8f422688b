// What differs from scene to scene on the page: words, camera, controls. All else is in C.
//
// keys      by the code of a key: for `holds`, what is held while the key is; else an action
// pointer   what a pointer does besides looking round: 'throw' or 'drag'
// unit      of the brackets that are written beside points
// lines     how lines look, if not as trails

export const BUTTONS = { ahead: 1, back: 2, left: 4, right: 8 };

const CONTACTS = [['point', 'contact'], ['normal', 'normal']];
const MOVE_KEYS = {
    ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right',
    PageUp: 'away', PageDown: 'near', BracketLeft: 'last', BracketRight: 'next',
};

const movePad = (what) => [
    { press: 'last', text: '[', label: `${what} before` },
    { press: 'up', text: '\u25b2', label: `Move the ${what} up` },
    { press: 'next', text: ']', label: `Next ${what}` },
    { press: 'left', text: '\u25c0', label: `Move the ${what} left` },
    { press: 'down', text: '\u25bc', label: `Move the ${what} down` },
    { press: 'right', text: '\u25b6', label: `Move the ${what} right` },
];

export const SCENES = [
    {
        id: 'robot',
        tab: 'Robot',
        title: 'A robot over a volcano',
        text: `Maunga Whau, at 1 to 10, under a robot that pulls a trolley. Each of the six wheels
            is a solid cylinder, and stands on nothing but the contacts that it has with the grid of
            heights. By these a small solver moves the robot, which pitches, rolls, jumps and slips.
            It follows the crater's rim until you steer.`,
        hint: 'Arrow keys or W A S D drive. Drag to look round, wheel or + - to zoom.',
        calls: ['collide_terrain_build', 'collide_cylinder_terrain_contacts',
            'collide_terrain_cylinder_many'],
        legend: CONTACTS,
        camera: { yaw: -2.6, pitch: 0.45, distance: 8, target: [0, 0, 0.1], follow: 0 },
        ground: 'volcano',
        shadow: 12,
        marks: { point: 0.05, length: 0.6, through: true, over: true },
        holds: true,
        keys: {
            ArrowUp: 'ahead', ArrowDown: 'back', ArrowLeft: 'left', ArrowRight: 'right',
            KeyW: 'ahead', KeyS: 'back', KeyA: 'left', KeyD: 'right',
        },
        pad: [
            null, { hold: 'ahead', text: '\u25b2', label: 'Drive ahead' }, null,
            { hold: 'left', text: '\u25c0', label: 'Steer left' },
            { hold: 'back', text: '\u25bc', label: 'Drive back' },
            { hold: 'right', text: '\u25b6', label: 'Steer right' },
        ],
    },
    {
        id: 'stacks',
        tab: 'Stacks',
        title: 'Stacks that stand',
        text: `A wall, a pyramid, a tower of boxes and one of barrels. The library finds their
            contacts and says which of them the step before had; a small solver, which is no part of
            it, carries the weight. The stacks stand as long as you like, until you throw a ball of
            250 kg. Restart builds them again.`,
        hint: 'Click, tap or press Space to throw a ball. R builds again. Drag to look round.',
        calls: ['collide_shape_shape_contacts', 'collide_contacts_match',
            'collide_shape_under_pose', 'collide_ray_shape', 'collide_obb_obb_pairs'],
        legend: [['point', 'contact that carries'], ['normal', 'normal']],
        camera: { yaw: -1.35, pitch: 0.3, distance: 13, target: [0.1, 0, 1.3] },
        shadow: 10,
        marks: { point: 0.035, length: 0.22, through: true },
        pointer: 'throw',
        keys: { Space: 'throw' },
        pad: [{ press: 'throw', text: 'Throw', label: 'Throw a ball', wide: true }],
    },
    {
        id: 'boxes',
        tab: 'Sweeps',
        title: 'Boxes at 300 km/h',
        text: `Boxes go 1.4 m in a step of a sixtieth of a second, through panes of 3 cm. Sweeps
            find the first time of contact, so none gets through. Red ghosts are hits that tests at
            both ends of the step would have missed, green ones those that they would have seen.`,
        hint: 'Click, tap or press Space to throw. Drag to look round. Try a slower pace.',
        calls: ['collide_obb_obb_sweep', 'collide_obb_obb_sweep_many',
            'collide_obb_obb_sweep_pairs', 'collide_obb_obb_sweep_contacts',
            'collide_obb_obb_sweep_lanes'],
        legend: [...CONTACTS, ['red', 'missed at both ends'], ['green', 'seen there']],
        camera: { yaw: -1.57, pitch: 0.42, distance: 22, target: [0, 0, 0.6] },
        shadow: 14,
        marks: { point: 0.06, length: 0.7, through: true },
        pointer: 'throw',
        keys: { Space: 'throw' },
        pad: [{ press: 'throw', text: 'Throw', label: 'Throw a box', wide: true }],
    },
    {
        id: 'gears',
        tab: 'Gears',
        title: 'Gears that turn into each other',
        text: `Only the first gear has a motor; teeth push the others. In each step the time of the
            first contact is bracketed, though both bodies turn: it is proven that there is none
            before the first of the two times. The gears turn until just before it, push, and turn
            on. So no tooth is ever in another, at any speed: exact tests of the meshes count it.`,
        hint: 'Arrows up, down: faster, slower. Space: the other way. Try a slower pace.',
        calls: ['collide_shape_shape_motion', 'collide_motion_pose',
            'collide_shape_shape_distance', 'collide_tree_tree', 'collide_obb_obb_motion_pairs'],
        legend: [...CONTACTS, ['plain', 'first contact, ms into its step']],
        camera: { yaw: -1.57, pitch: 1.05, distance: 9.2, target: [0.4, 0.65, 0] },
        shadow: 6,
        marks: { point: 0.05, length: 0.5, through: true, over: true },
        unit: 'ms',
        keys: { ArrowUp: 'faster', ArrowDown: 'slower', Space: 'reverse' },
        pad: [
            { press: 'slower', text: '\u2212', label: 'Drive slower' },
            { press: 'reverse', text: '\u21c4', label: 'Drive the other way', once: true },
            { press: 'faster', text: '+', label: 'Drive faster' },
        ],
    },
    {
        id: 'nearest',
        tab: 'Nearest',
        title: 'Nearest points',
        text: `Shapes of ten kinds move and turn over a plane. A line joins each to its nearest
            neighbour, between the nearest points. Below are the distances in mm, each as a
            bracket: the true distance is proven to lie between the two numbers. Where shapes
            overlap, it is minus the depth. Drag one; it stays where you put it, and turns on.`,
        hint: 'Drag a shape; or [ ] choose one, arrows and Page Up, Down move it.',
        calls: ['collide_shape_shape_distance', 'collide_shape_under_pose',
            'collide_convex_build_points', 'collide_shape_shape_distance_pairs'],
        legend: [['point', 'nearest points'], ['plain', 'distance, mm']],
        camera: { yaw: -1.45, pitch: 0.42, distance: 11.5, target: [0, 0, 1.3] },
        shadow: 8,
        marks: { point: 0.06, length: 0, through: true },
        lines: { colour: '#1f6fff', opacity: 0.9, radius: 0.018, over: true },
        unit: 'mm',
        pointer: 'drag',
        keys: MOVE_KEYS,
        pad: movePad('shape'),
    },
    {
        id: 'cables',
        tab: 'Cables',
        title: 'Drag a cable',
        text: `Three cables of B-splines among boxes, balls, cylinders, a teapot and hills. Contacts
            move them: a cable keeps its length, and gives way to what it meets, however you drag.
            Red is where it touches, found as intervals of its parameter; arrows are normals.`,
        hint: 'Drag a control point; or [ ] choose one, arrows and Page Up, Down move it.',
        calls: ['collide_cable_obb_contacts', 'collide_cable_sphere_contacts',
            'collide_cable_cylinder_contacts', 'collide_cable_terrain_contacts',
            'collide_cable_tree_contacts', 'collide_cable_cable_contacts',
            'collide_cable_self_contacts', 'collide_aabb_spline_near_many'],
        legend: [...CONTACTS, ['red', 'touches']],
        camera: { yaw: -1.2, pitch: 0.55, distance: 13, target: [0, 0, 0.6] },
        ground: 'hills',
        shadow: 8,
        marks: { point: 0.06, length: 0.55, through: true },
        pointer: 'drag',
        keys: MOVE_KEYS,
        pad: movePad('control point'),
    },
    {
        id: 'teapots',
        tab: 'Teapots',
        title: 'Flying teapots',
        text: `Thirty-six of Newell's teapots, 992 triangles each, fly through each other. A sweep
            of all movers finds which meet now and which will within a second; trees of k-DOPs find
            the triangles that meet, exactly, in orange, and their contacts.`,
        hint: 'Space gathers them. Drag to look round, wheel or + - to zoom.',
        calls: ['collide_movers_sweep', 'collide_tree_tree_indices', 'collide_tree_tree_touches',
            'collide_contacts_reduce'],
        legend: [...CONTACTS, ['orange', 'triangles that meet']],
        camera: { yaw: -1.25, pitch: 0.3, distance: 14.5, target: [0, 0, 0] },
        shadow: 9,
        marks: { point: 0.028, length: 0.26, through: true },
        keys: { Space: 'gather' },
        pad: [{ press: 'gather', text: 'Gather', label: 'Gather the teapots', wide: true }],
    },
];
