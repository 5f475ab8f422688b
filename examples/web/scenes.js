// What differs from scene to scene on the page: words, camera, controls. All else is in web.c.

export const BUTTONS = { ahead: 1, back: 2, left: 4, right: 8 };

export const SCENES = [
    {
        id: 'robot',
        tab: 'Robot',
        title: 'A robot over a volcano',
        text: `Maunga Whau, at 1 to 10, under a robot that pulls a trolley. Each of the six wheels
            is a solid cylinder, and stands on nothing but the contacts that it has with the grid of
            heights. By these a small solver moves the robot, which pitches, rolls, jumps and slips.
            It follows the crater's rim until you steer.`,
        keys: 'Arrow keys or W A S D drive. Drag to look round, wheel or + - to zoom.',
        calls: ['collide_terrain_build', 'collide_cylinder_terrain_contacts',
            'collide_terrain_cylinder_many'],
        legend: [],
        camera: { yaw: -2.6, pitch: 0.45, distance: 8, target: [0, 0, 0.1], follow: 0 },
        shadow: 12,
        marks: { point: 0.05, length: 0.6, through: true, over: true },
        pad: [
            null, { hold: 'ahead', text: '\u25b2', label: 'Drive ahead' }, null,
            { hold: 'left', text: '\u25c0', label: 'Steer left' },
            { hold: 'back', text: '\u25bc', label: 'Drive back' },
            { hold: 'right', text: '\u25b6', label: 'Steer right' },
        ],
    },
    {
        id: 'boxes',
        tab: 'Boxes',
        title: 'Boxes at 300 km/h',
        text: `Boxes go 1.4 m in a step of a sixtieth of a second, through panes of 3 cm. Sweeps
            find the first time of contact, so none gets through. Red ghosts are hits that tests at
            both ends of the step would have missed, green ones those that they would have seen.`,
        keys: 'Click, tap or press Space to throw. Drag to look round. Try a slower pace.',
        calls: ['collide_obb_obb_sweep', 'collide_obb_obb_sweep_many',
            'collide_obb_obb_sweep_pairs', 'collide_obb_obb_sweep_contacts',
            'collide_obb_obb_sweep_lanes'],
        legend: [['red', 'missed at both ends'], ['green', 'seen there']],
        camera: { yaw: -1.57, pitch: 0.42, distance: 22, target: [0, 0, 0.6] },
        shadow: 14,
        marks: { point: 0.06, length: 0.7, through: true },
        pad: [{ press: 'throw', text: 'Throw', label: 'Throw a box', wide: true }],
    },
    {
        id: 'cables',
        tab: 'Cables',
        title: 'Drag a cable',
        text: `Three cables of B-splines among boxes, balls, cylinders, a teapot and hills. Contacts
            move them: a cable keeps its length, and gives way to what it meets, however you drag.
            Red is where it touches, found as intervals of its parameter; arrows are normals.`,
        keys: 'Drag a control point; or [ ] choose one, arrows and Page Up, Down move it.',
        calls: ['collide_cable_obb_contacts', 'collide_cable_sphere_contacts',
            'collide_cable_cylinder_contacts', 'collide_cable_terrain_contacts',
            'collide_cable_tree_contacts', 'collide_cable_cable_contacts',
            'collide_cable_self_contacts', 'collide_aabb_spline_near_many'],
        legend: [['red', 'touches']],
        camera: { yaw: -1.2, pitch: 0.55, distance: 13, target: [0, 0, 0.6] },
        shadow: 8,
        marks: { point: 0.06, length: 0.55, through: true },
        pad: [
            { press: 'last', text: '[', label: 'Control point before' },
            { press: 'up', text: '\u25b2', label: 'Move the point up' },
            { press: 'next', text: ']', label: 'Next control point' },
            { press: 'left', text: '\u25c0', label: 'Move the point left' },
            { press: 'down', text: '\u25bc', label: 'Move the point down' },
            { press: 'right', text: '\u25b6', label: 'Move the point right' },
        ],
    },
    {
        id: 'teapots',
        tab: 'Teapots',
        title: 'Flying teapots',
        text: `Thirty-six of Newell's teapots, 992 triangles each, fly through each other. A sweep
            of all movers finds which meet now and which will within a second; trees of k-DOPs find
            the triangles that meet, exactly, in orange, and their contacts.`,
        keys: 'Space gathers them. Drag to look round, wheel or + - to zoom.',
        calls: ['collide_movers_sweep', 'collide_tree_tree_indices', 'collide_tree_tree_touches',
            'collide_contacts_reduce'],
        legend: [['orange', 'triangles that meet']],
        camera: { yaw: -1.25, pitch: 0.3, distance: 14.5, target: [0, 0, 0] },
        shadow: 9,
        marks: { point: 0.028, length: 0.26, through: true },
        pad: [{ press: 'gather', text: 'Gather', label: 'Gather the teapots', wide: true }],
    },
];
